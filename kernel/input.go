package kernel

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"unfold/kernel/wire"
)

type inputRequest struct {
	Prompt string `json:"prompt"`
	Secret bool   `json:"password"`
}

type inputReply struct {
	Value string `json:"value"`
}

// endOfInput is the value a front end sends when the reader ends the input.
const endOfInput = "\x04"

// Input asks the front end that sent the cell for a line. It returns io.EOF
// if the reader ended the input, and fails at once where nobody would answer.
func (r *run) Input(prompt string, secret bool) (string, error) {
	if !r.mayAsk {
		return "", errors.New("input: this front end does not answer questions; run the cell where it can be typed to")
	}
	r.k.asking.Lock()
	defer r.k.asking.Unlock()
	r.mu.Lock()
	over := r.over
	r.mu.Unlock()
	if over {
		return "", errors.New("input: the cell is over, and only a running cell may ask")
	}
	r.dropStale()
	r.k.iopub.flush() // what leads up to the question is read before it
	question := r.request.Reply(wire.NewHeader(r.k.session, "input_request"), encode(inputRequest{prompt, secret}))
	if err := r.k.server.Stdin.Send(question); err != nil {
		return "", err
	}
	select {
	case m := <-r.k.answers:
		var reply inputReply
		if err := json.Unmarshal(m.Content, &reply); err != nil {
			return "", malformed(&request{Message: m}, err)
		}
		if reply.Value == endOfInput {
			return "", io.EOF
		}
		return reply.Value, nil
	case <-r.ctx.Done():
		return "", context.Cause(r.ctx)
	}
}

// dropStale forgets the answer to a question that was given up.
func (r *run) dropStale() {
	select {
	case <-r.k.answers:
	default:
	}
}

// answered takes what arrives on stdin; the latest answer counts.
func (k *kernel) answered(m wire.Message) {
	if m.Header.Type != "input_reply" {
		return
	}
	for {
		select {
		case k.answers <- m:
			return
		case <-k.answers:
		}
	}
}
