package mcp

// registryTools are about a registry of provider documents, which bring a server
// new providers. Without one they are known, so that a list of enabled tools may
// name them, and not published.
func registryTools() []*tool {
	provider := providerParam("Its name in the registry.")
	needed := provider
	needed.required = true
	version := param{name: "version", also: []string{"tag"}, about: "From list_registry; default: the newest."}
	return []*tool{
		{
			name: "list_registry", title: "List the registry", absent: true,
			about:  "List the providers that the server's registry has, or the versions of one.\nExample: {}",
			params: []param{provider},
			output: listSchema,
		},
		{
			name: "pull_provider", title: "Pull a provider", fetches: true, absent: true,
			about:  "Fetch a provider from the server's registry.\n" + `Example: {"provider": "github"}`,
			params: []param{needed, version},
			output: object([]string{"provider", "version"}, typed("string", "provider", "version")),
		},
	}
}
