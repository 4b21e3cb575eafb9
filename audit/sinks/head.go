package sinks

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/audit/follow"
)

// Published is the line of JSON in which a head is published.
type Published struct {
	Time time.Time  `json:"time"`
	Head audit.Head `json:"head"`
	// Log tells apart the logs that share a target; "" is the first log.
	Log string `json:"log,omitempty"`
}

// HeadOptions say how a log's head is published.
type HeadOptions struct {
	Log    *audit.Log
	Name   string // Published.Log
	Every  time.Duration
	Target Target
	Logger hclog.Logger
}

// Publisher publishes the head of a log, in a goroutine that Close waits for. A later change of the
// records before a published head can be found out.
type Publisher struct {
	options HeadOptions
	last    audit.Head
	failing bool
	stop    chan struct{}
	done    chan struct{}
}

// Publish publishes the head at once, and then at each interval if the log has grown.
func Publish(o HeadOptions) *Publisher {
	p := &Publisher{options: o, stop: make(chan struct{}), done: make(chan struct{})}
	go p.run()
	return p
}

// Close publishes the head a last time. The log must still be open.
func (p *Publisher) Close() error {
	close(p.stop)
	select {
	case <-p.done:
		return p.options.Target.Close()
	case <-time.After(drainLimit + time.Second):
		return fmt.Errorf("publishing the audit log's head did not stop in time")
	}
}

func (p *Publisher) run() {
	defer close(p.done)
	tick := time.NewTicker(p.options.Every)
	defer tick.Stop()
	for {
		p.publish(sendLimit)
		select {
		case <-tick.C:
		case <-p.stop:
			p.publish(drainLimit)
			return
		}
	}
}

func (p *Publisher) publish(limit time.Duration) {
	head, err := p.options.Log.Sync()
	if err == nil && (head == p.last || head.Seq == 0) {
		return
	}
	if err == nil {
		err = p.send(head, limit)
	}
	switch log := p.options.Logger; {
	case err != nil && !p.failing:
		log.Warn("cannot publish the head of the audit log; it is tried again", "every", p.options.Every, "error", err)
	case err == nil && p.failing:
		log.Info("the head of the audit log is published again", "seq", head.Seq)
	}
	if p.failing = err != nil; !p.failing {
		p.last = head
	}
}

func (p *Publisher) send(head audit.Head, limit time.Duration) error {
	text, err := json.Marshal(Published{time.Now().UTC(), head, p.options.Name})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, err = p.options.Target.Send(ctx, []follow.Line{{Seq: head.Seq, Text: append(text, '\n')}})
	return err
}
