package main

import (
	"strings"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/gate"
)

// deciders says who may approve what the mode or a rule asks about, for check-config and the server's log. It returns
// "" if nobody is asked.
func deciders(c config.Config) string {
	mode, err := gate.ParseMode(c.Mode)
	if err != nil || mode <= gate.ReadOnly || mode == gate.FullAccess && len(c.Approvals.Rules) == 0 {
		return ""
	}
	var who []string
	a := c.Approvals
	if a.Elicitation {
		text := "the person at an MCP client that offers elicitation"
		var but []string
		if len(a.DeskOnlyClients) > 0 {
			but = append(but, "clients that say they are "+approval.Visible(strings.Join(a.DeskOnlyClients, ", ")))
		}
		if len(a.DeskOnlyPrincipals) > 0 {
			but = append(but, "principals "+approval.Visible(strings.Join(a.DeskOnlyPrincipals, ", ")))
		}
		if len(but) > 0 {
			text += " (not " + strings.Join(but, ", nor ") + ")"
		}
		who = append(who, text)
	}
	if a.Desk {
		who = append(who, "the approval desk")
	}
	if a.Links.Address != "" {
		who = append(who, "whoever is sent a link by a webhook")
	}
	if len(who) == 0 {
		return "nobody"
	}
	return strings.Join(who, ", or ")
}

// selfApproval says what elicitation cannot rule out. It returns "" if it is off, or nobody is asked.
func selfApproval(c config.Config) string {
	if !c.Approvals.Elicitation || deciders(c) == "" {
		return ""
	}
	return "a program that is its own MCP client can answer for its person, and approve what it asks for"
}

// tellDeciders says in the log who may approve.
func tellDeciders(c config.Config, logger hclog.Logger) {
	who := deciders(c)
	if who == "" {
		return
	}
	if risk := selfApproval(c); risk != "" {
		logger.Info("who may approve: "+who, "know", risk, "do", "approvals.elicitation: false, where clients are not trusted with that")
		return
	}
	logger.Info("who may approve: " + who)
}
