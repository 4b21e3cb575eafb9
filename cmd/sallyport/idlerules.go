package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/validatecmd"
	"github.com/sallyportdb/sallyport/cmd/sallyport/whoami"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// sourceAnswers is how long a source may take to tell what it has.
const sourceAnswers = 5 * time.Second

// noteIdleRules notes the rules of roles that change nothing, each with its place.
func noteIdleRules(ctx context.Context, std cli.Streams, c config.Config, environ []string, offline bool) (err error) {
	policy, err := whoami.Policy(c)
	if err != nil || policy == nil {
		return err
	}
	known := gate.Inventory{Sources: []string{"sallyport"}, Asked: map[string][]gate.Listed{}}
	for _, s := range c.Sources {
		known.Sources = append(known.Sources, s.Name)
	}
	if len(c.Sources) == 0 {
		known.Sources = append(known.Sources, "demo")
	}
	if !offline {
		b, err := validatecmd.OpenBeside(ctx, c, environ)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, b.Close()) }()
		for _, name := range known.Sources {
			if listed, asked := relationsOf(ctx, std, b, name); asked {
				known.Asked[name] = listed
			}
		}
	}
	for _, one := range policy.Idle(known) {
		place := c.Where(fmt.Sprintf("roles[%d].%s", one.Role, one.Key))
		if place != "" {
			place += ": "
		}
		fmt.Fprintf(std.Err, "note: %srole %s: %s, %s, %s\n", place, c.Roles[one.Role].Name, one.Key, one.Rule, one.Why)
	}
	return nil
}

// relationsOf asks a source for its relations, and notes why it could not be asked.
func relationsOf(ctx context.Context, std cli.Streams, b *validatecmd.Beside, name string) ([]gate.Listed, bool) {
	ctx, cancel := context.WithTimeout(ctx, sourceAnswers)
	defer cancel()
	listed, err := b.Relations(ctx, name)
	if err != nil {
		e := sqlstate.From(err)
		fmt.Fprintf(std.Err, "note: source %s was not asked which rules match nothing: %s\n", name, e.Message)
	}
	return listed, err == nil
}
