package kernel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"

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
	select {
	case r.k.asking <- struct{}{}: // a reader takes one question at a time
	case <-r.ctx.Done():
		return "", context.Cause(r.ctx)
	}
	defer func() { <-r.k.asking }()
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
	for {
		select {
		case m := <-r.k.answers:
			if r.answers(m, question) {
				return value(m)
			}
		case <-r.ctx.Done():
			return "", context.Cause(r.ctx)
		}
	}
}

// answers tells whether m is an answer to a question of r: it comes from the
// front end that was asked, and if it says what it answers, it is this.
func (r *run) answers(m, question wire.Message) bool {
	if !slices.EqualFunc(m.Identities, r.request.Identities, bytes.Equal) {
		return false
	}
	var parent wire.Header
	if err := json.Unmarshal(m.Parent, &parent); err != nil {
		return true
	}
	return parent.Type != question.Header.Type || parent.ID == question.Header.ID
}

// value reads an answer.
func value(m wire.Message) (string, error) {
	var reply inputReply
	if err := json.Unmarshal(m.Content, &reply); err != nil {
		return "", malformed(&request{Message: m}, err)
	}
	if reply.Value == endOfInput {
		return "", io.EOF
	}
	return reply.Value, nil
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
