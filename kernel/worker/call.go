package worker

import "errors"

// A call is what the child has yet to answer.
type call struct {
	reply chan frame
	cell  bool
}

// deliver hands an answer to whoever waits for it.
func (c *child) deliver(f frame) {
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
func (c *child) call(id uint64, k kind, body any) (<-chan frame, error) {
	reply := make(chan frame, 1)
	c.mu.Lock()
	c.calls[id] = call{reply, k == kindEval}
	c.mu.Unlock()
	if err := c.send(k, id, body); err != nil {
		c.forget(id)
		return nil, err
	}
	return reply, nil
}

// forget gives up on an answer.
func (c *child) forget(id uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.calls, id)
}

// tell sends a frame that is not answered; what a dying child is told does not
// matter.
func (c *child) tell(k kind, id uint64, body any) { _ = c.send(k, id, body) }

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
