package console

import (
	"bytes"
	"crypto/rand"
	"os"
	"sync"
)

// A pipe passes on what is written to a file. A mark, written between the
// reader's own text and unlike any of it, tells how far it has come.
type pipe struct {
	w    *os.File
	mark []byte
	seen chan struct{}
	mu   sync.Mutex // one sync at a time
}

func newPipe(pass func(text string)) (*pipe, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p := &pipe{w: w, mark: []byte("\x00mark:" + rand.Text() + "\x00"), seen: make(chan struct{})}
	go p.pump(r, pass)
	return p, nil
}

func (p *pipe) sync() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.w.Write(p.mark); err == nil {
		<-p.seen
	}
}

func (p *pipe) pump(r *os.File, pass func(string)) {
	defer r.Close()
	defer close(p.seen)
	buf := make([]byte, 32<<10)
	var held []byte
	for {
		n, err := r.Read(buf)
		held = append(held, buf[:n]...)
		for {
			i := bytes.Index(held, p.mark)
			if i < 0 {
				break
			}
			if i > 0 {
				pass(string(held[:i]))
			}
			held = held[i+len(p.mark):]
			p.seen <- struct{}{}
		}
		// keep back what may be the beginning of a mark
		if i := bytes.IndexByte(held, p.mark[0]); i < 0 || len(held)-i > len(p.mark) || err != nil {
			if len(held) > 0 {
				pass(string(held))
				held = held[:0]
			}
		}
		if err != nil {
			return
		}
	}
}
