package kernel

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"unfold/kernel/wire"
)

const (
	// streamInterval is the time that each message of a stream takes up, so
	// that there are no more than twenty in a second. Notebook servers drop the
	// output of a kernel that floods them.
	streamInterval = 50 * time.Millisecond
	// backlog is how many bytes of output may wait before who prints or shows
	// more waits.
	backlog = 8 << 20
	// streamTurns is how many pieces of stdout and stderr of one cell keep their
	// turns among the text that waits; beyond it each joins its own last piece.
	streamTurns = 8
)

// iopub is the queue in front of the iopub socket. Whatever is posted leaves
// in that order, from one goroutine; printed text waits a moment for more of
// its kind, but not when something else has come behind it. Text joins what
// waits of its own cell and stream, past what other cells posted in between,
// for among cells there is no order to keep.
type iopub struct {
	socket  *wire.Publisher
	session string
	fault   func(error)

	mu      sync.Mutex
	changed sync.Cond
	queue   []*post
	open    map[string][]*post // by parent, the text in queue that more may join
	bytes   int                // of content in queue
	pieces  int                // messages of one stream in queue, of the stream that has most
	urgent  bool               // the queue is to be sent without delay
	next    time.Time          // when printed text may be sent next
	posted  int                // posts ever queued
	taken   int                // posts ever taken by the sender
	sent    int                // posts ever sent
	handed  time.Time          // when the latest of them was
	closed  bool
}

// A post is a message to publish: either its content is ready, or it is text
// that may still grow.
type post struct {
	parent  json.RawMessage
	kind    string
	content json.RawMessage
	buffers [][]byte
	stream  string // "stdout" or "stderr", for text
	text    strings.Builder
}

func newIOPub(socket *wire.Publisher, session string, fault func(error)) *iopub {
	p := &iopub{socket: socket, session: session, fault: fault, open: make(map[string][]*post)}
	p.changed.L = &p.mu
	return p
}

// post queues a message.
func (p *iopub) post(parent json.RawMessage, kind string, content any) {
	p.postRaw(parent, kind, content, nil)
}

// show queues an output, once there is room for it.
func (p *iopub) show(parent json.RawMessage, kind string, content any) {
	text := encode(content)
	p.mu.Lock()
	for p.bytes > backlog && !p.closed {
		p.changed.Wait()
	}
	p.mu.Unlock()
	p.post(parent, kind, text)
}

// postRaw queues a message with raw data beside its content.
func (p *iopub) postRaw(parent json.RawMessage, kind string, content any, buffers [][]byte) {
	text := encode(content)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return
	}
	delete(p.open, string(parent)) // what is printed from now on comes behind
	p.add(&post{parent: parent, kind: kind, content: text, buffers: buffers})
	p.bytes += len(text)
	p.urgent = true
}

// print queues text of a stream.
func (p *iopub) print(parent json.RawMessage, stream, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.bytes > backlog && !p.closed {
		p.changed.Wait()
	}
	if p.closed {
		return
	}
	p.bytes += len(text)
	if last := p.last(parent, stream); last != nil {
		last.text.WriteString(text)
		return // the sender has been told of this post already
	}
	fresh := &post{parent: parent, kind: "stream", stream: stream}
	fresh.text.WriteString(text)
	open := append(p.open[string(parent)], fresh)
	p.open[string(parent)] = open
	p.pieces = max(p.pieces, (len(open)+1)/2) // streams take turns
	p.add(fresh)
}

func (p *iopub) add(fresh *post) {
	p.queue = append(p.queue, fresh)
	p.posted++
	p.changed.Broadcast()
}

// last returns the waiting post that text of a stream may join: the last one
// of its cell, or, once the streams have taken many turns, the last one of that
// stream.
func (p *iopub) last(parent json.RawMessage, stream string) *post {
	open := p.open[string(parent)]
	for back, each := range slices.Backward(open) {
		if each.stream == stream && (back == len(open)-1 || len(open) >= streamTurns) {
			return each
		}
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

// age is the time since the latest message was handed to the socket.
func (p *iopub) age() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Since(p.handed)
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
		batch, ok := p.nextBatch()
		if !ok {
			return
		}
		for _, each := range batch {
			p.send(each)
		}
	}
}

// nextBatch waits for posts whose time has come, and takes all of them.
func (p *iopub) nextBatch() ([]*post, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sent < p.taken {
		p.sent, p.handed = p.taken, time.Now()
	}
	p.changed.Broadcast()
	for !p.closed {
		wait := time.Until(p.next)
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
		if p.pieces > 0 {
			p.next = time.Now().Add(streamInterval * time.Duration(p.pieces))
		}
		clear(p.open)
		p.queue, p.bytes, p.pieces, p.urgent = nil, 0, 0, false
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
		Buffers:    each.buffers,
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
