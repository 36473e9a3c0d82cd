package kernel

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"time"

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

// arrival is how long the kernel waits for the front end to open the socket on
// which it is asked.
const arrival = 2 * time.Second

// lead is how far what was published is ahead of a question. It goes through
// another socket, where the question would overtake it in a front end that
// looks at both now and then.
const lead = 30 * time.Millisecond

// A question is one that was put to a front end and is not answered yet.
type question struct {
	wire.Message
	answer chan wire.Message // takes the first answer
}

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
	select {
	case <-r.ended:
		return "", errOver
	default:
	}
	r.k.iopub.flush() // what leads up to the question is read before it
	select {
	case <-time.After(lead - r.k.iopub.age()):
	case <-r.ctx.Done():
		return "", context.Cause(r.ctx)
	}
	header := wire.NewHeader(r.k.session, "input_request")
	q := &question{r.request.Reply(header, encode(inputRequest{prompt, secret})), make(chan wire.Message, 1)}
	r.k.question.Store(q)
	defer r.k.question.Store(nil)
	if err := r.sendQuestion(q); err != nil {
		return "", err
	}
	select {
	case m := <-q.answer:
		return readAnswer(m)
	case <-r.ctx.Done():
		return "", context.Cause(r.ctx)
	case <-r.ended: // what asked has died
		return "", errOver
	}
}

// errOver is why a cell that is over gets no answer.
var errOver = errors.New("input: the cell is over, and only a running cell may ask")

// sendQuestion sends a question to the front end. A front end opens its sockets
// one after another, so one that has just sent its first cell may not be there
// yet to be asked.
func (r *run) sendQuestion(q *question) error {
	for deadline := time.Now().Add(arrival); ; {
		err := r.k.server.Stdin.Send(q.Message)
		if err == nil || time.Now().After(deadline) {
			return err
		}
		select {
		case <-time.After(arrival / 100):
		case <-r.ctx.Done():
			return context.Cause(r.ctx)
		}
	}
}

// deliverAnswer delivers what arrives on stdin. What answers no open question,
// because it came too late or from another front end, is dropped.
func (k *kernel) deliverAnswer(m wire.Message) {
	q := k.question.Load()
	if m.Header.Type != "input_reply" || q == nil || !q.isAnsweredBy(m) {
		return
	}
	select {
	case q.answer <- m:
	default: // it has been answered
	}
}

// isAnsweredBy tells whether m is an answer to q: it comes from the front end
// that was asked, and if it says what it answers, it is this.
func (q *question) isAnsweredBy(m wire.Message) bool {
	if !slices.EqualFunc(m.Identities, q.Identities, bytes.Equal) {
		return false
	}
	var parent wire.Header
	if err := json.Unmarshal(m.Parent, &parent); err != nil {
		return true
	}
	return parent.Type != q.Header.Type || parent.ID == q.Header.ID
}

// readAnswer reads an answer.
func readAnswer(m wire.Message) (string, error) {
	var reply inputReply
	if err := json.Unmarshal(m.Content, &reply); err != nil {
		return "", malformed(&request{Message: m}, err)
	}
	if reply.Value == endOfInput {
		return "", io.EOF
	}
	return reply.Value, nil
}
