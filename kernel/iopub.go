package kernel

import (
	"encoding/json"
	"strings"
	"sync"
	"time"

	"unfold/kernel/wire"
)

const (
	// streamInterval is the least time between messages of printed text.
	// Notebook servers drop the output of a kernel that floods them.
	streamInterval = 50 * time.Millisecond
	// streamBudget is how many bytes of text may wait before who prints waits.
	streamBudget = 8 << 20
	// streamTurns is how many pieces of stdout and stderr keep their turns
	// among the text that waits; beyond it each joins its own last piece.
	streamTurns = 8
)

// iopub is the queue in front of the iopub socket. Whatever is posted leaves
// in that order, from one goroutine; printed text waits a moment for more of
// its kind, but not when something else has come behind it.
type iopub struct {
	socket  *wire.Publisher
	session string
	fault   func(error)

	mu      sync.Mutex
	changed sync.Cond
	queue   []*post
	text    int       // bytes of printed text in queue
	urgent  bool      // the queue is to be sent without delay
	last    time.Time // when printed text was last sent
	posted  int       // posts ever queued
	taken   int       // posts ever taken by the sender
	sent    int       // posts ever sent
	closed  bool
}

// A post is a message to publish: either its content is ready, or it is text
// that may still grow.
type post struct {
	parent  json.RawMessage
	kind    string
	content json.RawMessage
	stream  string // "stdout" or "stderr", for text
	text    strings.Builder
}

func newIOPub(socket *wire.Publisher, session string, fault func(error)) *iopub {
	p := &iopub{socket: socket, session: session, fault: fault}
	p.changed.L = &p.mu
	return p
}

// post queues a message.
func (p *iopub) post(parent json.RawMessage, kind string, content any) {
	text := encode(content)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	p.add(&post{parent: parent, kind: kind, content: text})
	p.urgent = true
}

// print queues text of a stream.
func (p *iopub) print(parent json.RawMessage, stream, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.text > streamBudget && !p.closed {
		p.changed.Wait()
	}
	if p.closed {
		return
	}
	p.text += len(text)
	if open := p.open(parent, stream); open != nil {
		open.text.WriteString(text)
		return // the sender has been told of this post already
	}
	fresh := &post{parent: parent, kind: "stream", stream: stream}
	fresh.text.WriteString(text)
	p.add(fresh)
}

func (p *iopub) add(fresh *post) {
	p.queue = append(p.queue, fresh)
	p.posted++
	p.changed.Broadcast()
}

// open returns the waiting post that text of a stream may join: the last one,
// or, once the streams have taken many turns, the last one of that stream.
func (p *iopub) open(parent json.RawMessage, stream string) *post {
	var own *post
	turns := 0
	for i := len(p.queue) - 1; i >= 0; i-- {
		each := p.queue[i]
		if each.kind != "stream" || string(each.parent) != string(parent) {
			break
		}
		if own == nil && each.stream == stream {
			own = each
		}
		turns++
	}
	if turns >= streamTurns || turns > 0 && p.queue[len(p.queue)-1] == own {
		return own
	}
	return nil
}

// flush waits until everything posted so far has been handed to the socket.
func (p *iopub) flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.urgent = true
	p.changed.Broadcast()
	for before := p.posted; p.sent < before && !p.closed; {
		p.changed.Wait()
	}
}

// close ends the queue; what is posted later is lost.
func (p *iopub) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.changed.Broadcast()
}

// run sends what is posted until close.
func (p *iopub) run() {
	for {
		batch, ok := p.take()
		if !ok {
			return
		}
		for _, each := range batch {
			p.send(each)
		}
	}
}

// take waits for posts whose time has come, and takes all of them.
func (p *iopub) take() ([]*post, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent = p.taken
	p.changed.Broadcast()
	for !p.closed {
		wait := streamInterval - time.Since(p.last)
		switch {
		case len(p.queue) == 0:
			p.urgent = false
			p.changed.Wait()
			continue
		case !p.urgent && wait > 0:
			later := time.AfterFunc(wait, func() {
				p.mu.Lock()
				defer p.mu.Unlock()
				p.changed.Broadcast()
			})
			p.changed.Wait()
			later.Stop()
			continue
		}
		batch := p.queue
		if p.text > 0 {
			p.last = time.Now()
		}
		p.queue, p.text, p.urgent = nil, 0, false
		p.taken += len(batch)
		p.changed.Broadcast()
		return batch, true
	}
	return nil, false
}

func (p *iopub) send(each *post) {
	content, topic := each.content, "kernel."+p.session+"."+each.kind
	if each.kind == "stream" {
		topic += "." + each.stream
		content = encode(streamContent{Name: each.stream, Text: each.text.String()})
	}
	err := p.socket.Send(wire.Message{
		Identities: [][]byte{[]byte(topic)},
		Header:     wire.NewHeader(p.session, each.kind),
		Parent:     each.parent,
		Content:    content,
	})
	if err != nil {
		p.fault(err)
	}
}

type streamContent struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type statusContent struct {
	State string `json:"execution_state"`
}
