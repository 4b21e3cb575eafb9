package config

// IdleFlag is a flag of StackQL's that means nothing here: it is taken, and a line
// of the log says that it has no effect, and why.
type IdleFlag struct {
	Name, Short string
	Switch      bool // it needs no value
	why         string
}

// IdleFlags are all of them.
func IdleFlags() []IdleFlag {
	const (
		noProxy  = "requests to APIs go through no proxy"
		noCache  = "it is for StackQL's own cache of documents"
		noEngine = "it is for StackQL's own way to run a query"
		noQuery  = "it is for a query that is given as an argument; sallyport sql runs one"
	)
	return []IdleFlag{
		{Name: "tls.allowInsecure", Switch: true, why: "TLS towards a source is what its DSN says (sslmode)"},
		{Name: "tls.CABundle", why: "TLS towards a source is what its DSN says (sslrootcert)"},
		{Name: "pgsrv.debug.enable", Switch: true, why: "clients get the notices of their statements anyway"},
		{Name: "pgsrv.loglevel", why: "--log-level is for the whole server"},
		{Name: "pgsrv.sundry", why: "the Postgres door has no settings of that kind"},
		{Name: "loglevel", why: "--log-level sets it, with levels of its own"},
		{Name: "verbose", Short: "v", Switch: true, why: "--log-level=debug tells more"},
		{Name: "configfile", why: "it is a file of StackQL's flags; --config names Sallyport's own"},
		{Name: "viperconfigfilename", why: "--config names the configuration file"},
		{Name: "approotfilemode", why: "the state directory is for its owner alone"},
		{Name: "sqlBackend", why: "there is no SQL backend to choose: statements run at their source"},
		{Name: "dbInternal", why: "psql's and drivers' own queries are answered anyway"},
		{Name: "http.log.enabled", Switch: true, why: "the record has the requests to APIs"},
		{Name: "http.proxy.host", why: noProxy},
		{Name: "http.proxy.password", why: noProxy},
		{Name: "http.proxy.port", why: noProxy},
		{Name: "http.proxy.scheme", why: noProxy},
		{Name: "http.proxy.user", why: noProxy},
		{Name: "offline", Switch: true, why: "a read of an API always asks the API"},
		{Name: "usenonpreferredapis", Switch: true, why: "services are served whether they are preferred or not"},
		{Name: "TestWithoutAPICalls", Switch: true, why: "it is for StackQL's own tests"},
		{Name: "metadatattl", why: noCache},
		{Name: "cachekeycount", why: noCache},
		{Name: "provider", why: "a statement names the provider: provider.service.resource"},
		{Name: "acid", why: noEngine},
		{Name: "dataflow.components.max", why: noEngine},
		{Name: "dataflow.dependency.max", why: noEngine},
		{Name: "export.alias", why: noEngine},
		{Name: "gc", why: noEngine},
		{Name: "indirect.depth.max", why: noEngine},
		{Name: "namespaces", why: noEngine},
		{Name: "querycachesize", why: noEngine},
		{Name: "session", why: noEngine},
		{Name: "store.txn", why: noEngine},
		{Name: "cpuprofile", why: noEngine},
		{Name: "dryrun", Switch: true, why: noQuery},
		{Name: "delimiter", Short: "d", why: noQuery},
		{Name: "errorpresentation", why: noQuery},
		{Name: "hideheaders", Short: "H", Switch: true, why: noQuery},
		{Name: "infile", Short: "i", why: noQuery},
		{Name: "iqldata", Short: "q", why: noQuery},
		{Name: "outfile", Short: "f", why: noQuery},
		{Name: "output", Short: "o", why: noQuery},
		{Name: "var", why: noQuery},
		{Name: "colorscheme", why: "it is obsolete in StackQL, too"},
	}
}

// idleFlag notes that a flag has no effect, and reports whether that is so.
func (l *loader) idleFlag(flag, value string) bool {
	for _, f := range IdleFlags() {
		if "--"+f.Name != flag {
			continue
		}
		if !f.Switch || value != "false" {
			l.notice("%s has no effect: %s", flag, f.why)
		}
		return true
	}
	return false
}
