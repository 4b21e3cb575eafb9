# Prints for psql's backslash commands whether each ran without an error. One psql runs all; \warn names each where its errors go.
for command in '\d' '\d airports' '\d+ airports' '\d flights' '\d busy' '\d flights_carrier_idx' '\d counter' '\d *' \
    '\dt' '\dt+' '\dt *.*' '\dv+' '\di+' '\ds' '\dn+' '\l+' '\df' '\da' '\do' '\dT+' '\dD' '\dC' '\dc' '\dO' '\du' '\drds' \
    '\db+' '\dx' '\dL' '\dp' '\ddp' '\dE' '\des' '\deu' '\dew' '\det' '\dRp' '\dRs' '\dy' '\dX' '\dP' '\dF' '\dFd' '\dFp' '\dFt' \
    '\dA' '\dAc' '\dAf' '\dAo' '\dAp' '\dconfig' '\dd' '\dl' '\sv busy' '\conninfo' '\encoding'; do
    printf "\\\\warn 'runs \\\\%s'\n%s\n" "$command" "$command"
done | psql -Xq 2>&1 >/dev/null | awk '
    function end() { if (command != "") print command ": " (error == "" ? "yes" : "no, " error) }
    /^runs \\/ { end(); command = substr($0, 6); error = ""; next }
    error == "" { error = $0 }
    END { end() }'
