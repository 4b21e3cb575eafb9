# Prints for psql's backslash commands whether each ran without an error.
for command in '\d' '\d airports' '\d+ airports' '\d flights' '\d busy' '\d flights_carrier_idx' '\d counter' '\d *' \
    '\dt' '\dt+' '\dt *.*' '\dv+' '\di+' '\ds' '\dn+' '\l+' '\df' '\da' '\do' '\dT+' '\dD' '\dC' '\dc' '\dO' '\du' '\drds' \
    '\db+' '\dx' '\dL' '\dp' '\ddp' '\dE' '\des' '\deu' '\dew' '\det' '\dRp' '\dRs' '\dy' '\dX' '\dP' '\dF' '\dFd' '\dFp' '\dFt' \
    '\dA' '\dAc' '\dAf' '\dAo' '\dAp' '\dconfig' '\dd' '\dl' '\sv busy' '\conninfo' '\encoding'; do
    if error=$(psql -Xq -v ON_ERROR_STOP=1 -c "$command" 2>&1 >/dev/null) && [ -z "$error" ]; then
        echo "$command: yes"
    else
        echo "$command: no, $(echo "$error" | head -n 1)"
    fi
done
