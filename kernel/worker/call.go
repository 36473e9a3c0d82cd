package worker

import (
	"context"
	"errors"

	"unfold/dsl/cell"
	"unfold/engine/early"
)

// A call is what the child has yet to answer.
type call struct {
	ctx   context.Context
	reply chan frame
	cell  bool
	early func() // takes back that it can end early; nil while it cannot
}

// deliver hands an answer to whoever waits for it.
func (c *child) deliver(f frame) {
	c.endsEarly(f.id, false)
	c.mu.Lock()
	waiting, ok := c.calls[f.id]
	delete(c.calls, f.id)
	c.mu.Unlock()
	if ok {
		waiting.reply <- f
	}
}

// call sends a frame that will be answered. It fails if the child is dying or
// the body cannot be sent.
func (c *child) call(ctx context.Context, id uint64, k kind, body any) (<-chan frame, error) {
	reply := make(chan frame, 1)
	c.mu.Lock()
	c.calls[id] = &call{ctx: ctx, reply: reply, cell: k == kindEval}
	c.mu.Unlock()
	if err := c.send(k, id, body); err != nil {
		c.forget(id)
		return nil, err
	}
	return reply, nil
}

// question puts a cell's question and passes the answer on. That of a cell
// which was interrupted has none: if it heard of the failure before it heard of
// the interrupt, it would go on.
func (c *child) question(id uint64, q inputBody, out cell.Output) {
	text, err := out.Input(q.Prompt, q.Secret)
	c.mu.Lock()
	asker, runs := c.calls[id]
	c.mu.Unlock()
	if runs && asker.ctx.Err() != nil {
		return
	}
	c.notify(kindAnswer, q.Question, newAnswer(text, err))
}

// endsEarly hears whether something runs in a cell that can end early, and says so in
// the cell's context.
func (c *child) endsEarly(id uint64, can bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	asker := c.calls[id]
	switch {
	case asker == nil:
	case can && asker.early == nil:
		asked, over := early.Begin(asker.ctx)
		done := make(chan struct{})
		asker.early = func() { over(); close(done) }
		go func() {
			select {
			case <-asked:
				c.notify(kindEnough, id, nil)
			case <-done:
			case <-c.gone:
			}
		}()
	case !can && asker.early != nil:
		asker.early()
		asker.early = nil
	}
}

// forget gives up on an answer.
func (c *child) forget(id uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.calls, id)
}

// notify sends a frame that is not answered; errors of a dying child do not
// matter.
func (c *child) notify(k kind, id uint64, body any) { _ = c.send(k, id, body) }

func (c *child) send(k kind, id uint64, body any) error {
	data, err := encode(body)
	if err != nil {
		return err
	}
	text, err := appendFrame(nil, frame{k, id, data})
	if err != nil {
		return err
	}
	c.mu.Lock()
	p := c.process
	c.mu.Unlock()
	if p == nil {
		return errDying
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if _, err := p.to.Write(text); err != nil {
		return errDying
	}
	return nil
}

// errDying is why a frame cannot be sent.
var errDying = errors.New("worker: the interpreter has ended")
