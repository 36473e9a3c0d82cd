package kerneltest

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"

	"unfold/kernel"
	"unfold/kernel/wire"
)

// patience is how long a test waits for a message before it fails. It is far
// longer than any message takes; nothing is inferred from its passing.
const patience = 20 * time.Second

// A Client is a front end in a test. Its methods fail the test when the kernel
// does not answer.
type Client struct {
	*wire.Client
	t       testing.TB
	session string
	iopub   []wire.Message          // seen while waiting for something else
	replies map[string]wire.Message // likewise, by the request's id
}

// Start runs a kernel in this process, at sockets of its own, until the test
// is over or the returned function is called; either waits for its end.
func Start(t testing.TB, lang kernel.Language, draw kernel.Renderer, info kernel.Info) (at wire.Connection, stop func()) {
	t.Helper()
	if info.Fault == nil {
		info.Fault = func(error) {}
	}
	server, err := wire.Listen(wire.Loopback(), info.Fault)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		kernel.ServeOn(ctx, server, lang, draw, info)
	}()
	stop = func() {
		cancel()
		<-done
	}
	t.Cleanup(stop)
	return server.Connection(), stop
}

// Connect returns a client of the kernel at a connection. It waits until the
// client's subscription has taken effect, so that nothing is missed.
func Connect(t testing.TB, at wire.Connection) *Client {
	t.Helper()
	session := uuid.NewString()
	w, err := wire.Dial(at, session)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	c := &Client{Client: w, t: t, session: session, replies: make(map[string]wire.Message)}
	for range 100 {
		c.Ask(c.Control, "kernel_info_request", struct{}{})
		select {
		case <-c.IOPub.Messages():
			c.settle()
			return c
		case <-time.After(50 * time.Millisecond):
		}
	}
	t.Fatal("kerneltest: the kernel publishes nothing")
	return nil
}

// settle skips what the kernel has published so far: everything up to the idle
// of one more request.
func (c *Client) settle() {
	c.t.Helper()
	last := c.Send(c.Control, "kernel_info_request", struct{}{})
	c.Reply(c.Control, last)
	for {
		m := c.Published()
		if isIdle(m) && ParentID(m) == last.Header.ID {
			return
		}
	}
}

// Send sends a request with the given content and returns it.
func (c *Client) Send(to *wire.Peer, kind string, content any) wire.Message {
	c.t.Helper()
	return c.SendAs(to, wire.NewHeader(c.session, kind), content)
}

// SendTo sends a request to a subshell and returns it.
func (c *Client) SendTo(subshell, kind string, content any) wire.Message {
	c.t.Helper()
	header := wire.NewHeader(c.session, kind)
	header.Subshell = subshell
	return c.SendAs(c.Shell, header, content)
}

// Subshell opens a subshell and returns its id.
func (c *Client) Subshell() string {
	c.t.Helper()
	reply := Content(c.Ask(c.Control, "create_subshell_request", struct{}{}))
	id, _ := reply["subshell_id"].(string)
	if id == "" {
		c.t.Fatalf("kerneltest: no subshell: %v", reply)
	}
	return id
}

// SendAs sends a request with a header of its own and returns it.
func (c *Client) SendAs(to *wire.Peer, header wire.Header, content any) wire.Message {
	c.t.Helper()
	text, err := json.Marshal(content)
	if err != nil {
		c.t.Fatal(err)
	}
	m := wire.Message{Header: header, Content: text}
	if err := to.Send(m); err != nil {
		c.t.Fatal(err)
	}
	return m
}

// Reply waits for the reply to a request. Others that come meanwhile are kept
// for when they are waited for.
func (c *Client) Reply(from *wire.Peer, request wire.Message) wire.Message {
	c.t.Helper()
	if m, came := c.replies[request.Header.ID]; came {
		delete(c.replies, request.Header.ID)
		return m
	}
	for {
		m := c.next(from)
		if ParentID(m) == request.Header.ID {
			return m
		}
		c.replies[ParentID(m)] = m
	}
}

// Ask sends a request and returns its reply.
func (c *Client) Ask(to *wire.Peer, kind string, content any) wire.Message {
	c.t.Helper()
	return c.Reply(to, c.Send(to, kind, content))
}

// Published returns the next message on iopub.
func (c *Client) Published() wire.Message {
	c.t.Helper()
	if len(c.iopub) > 0 {
		m := c.iopub[0]
		c.iopub = c.iopub[1:]
		return m
	}
	return c.next(c.IOPub)
}

// Asked returns the next question of the kernel.
func (c *Client) Asked() wire.Message {
	c.t.Helper()
	return c.next(c.Stdin)
}

// Outputs returns what is published for a request, up to its idle. What is
// published for others meanwhile stays for Published and other Outputs.
func (c *Client) Outputs(request wire.Message) []wire.Message {
	c.t.Helper()
	var own, others []wire.Message
	for {
		m := c.Published()
		if ParentID(m) != request.Header.ID {
			others = append(others, m)
			continue
		}
		own = append(own, m)
		if isIdle(m) {
			c.iopub = append(others, c.iopub...)
			return own
		}
	}
}

// Run runs a cell as a notebook does, and returns its transcript.
func (c *Client) Run(code string) Transcript {
	c.t.Helper()
	return c.Execute(map[string]any{"code": code})
}

// Execute runs a cell with the given content and returns its transcript.
func (c *Client) Execute(content any) Transcript {
	c.t.Helper()
	return c.Finish(c.Send(c.Shell, "execute_request", content))
}

// Finish waits for the end of a cell and returns its transcript.
func (c *Client) Finish(request wire.Message) Transcript {
	c.t.Helper()
	reply := c.Reply(c.Shell, request)
	return Transcript{Request: request, Reply: reply, Published: c.Outputs(request)}
}

func isIdle(m wire.Message) bool {
	return m.Header.Type == "status" && Content(m)["execution_state"] == "idle"
}

func (c *Client) next(from *wire.Peer) wire.Message {
	c.t.Helper()
	select {
	case m, ok := <-from.Messages():
		if !ok {
			c.t.Fatal("kerneltest: the kernel has gone")
		}
		return m
	case <-time.After(patience):
		c.t.Fatalf("kerneltest: nothing came for %v", patience)
	}
	return wire.Message{}
}
