package worker

import "time"

// kill ends the child for a reason, which is what its cells fail with. Only
// the first reason counts.
func (c *child) kill(why death) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.killed == nil {
		c.killed = &why
	}
	if c.process != nil {
		c.process.kill()
	}
}

func (c *child) whyKilled() *death {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.killed
}

// closePipe closes the pipe, which tells the child to end.
func (c *child) closePipe() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hungUp = true
	if c.process != nil {
		c.process.to.Close()
	}
}

// pid is that of the child's process, zero while there is none.
func (c *child) pid() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.process == nil || c.isDying() {
		return 0
	}
	return c.process.pid()
}

// isBusy reports whether cells run in the child.
func (c *child) isBusy() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, each := range c.calls {
		if each.cell {
			return true
		}
	}
	return false
}

func (c *child) isDying() bool { return isClosed(c.dying) }

func (c *child) isGone() bool { return isClosed(c.gone) }

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// diedYoung reports whether the child died before it can have done anything:
// its successor would do the same.
func (c *child) diedYoung() bool {
	if !isClosed(c.ready) {
		return true
	}
	return !c.orphaned && time.Since(time.Unix(0, c.begun.Load())) < trial
}
