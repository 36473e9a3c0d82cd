package worker

import (
	"context"
	"io"
	"sync"
	"time"
	"unicode/utf8"
)

const (
	// atOnce is how many pieces of text are written without delay in each
	// span of time, so that what a cell printed just before it took the process
	// with it is not lost. What is printed beyond them is gathered for a moment,
	// or for as long as the processors have no time.
	atOnce = 128
	span   = 10 * time.Millisecond
	moment = 200 * time.Microsecond

	enoughText = 32 << 10  // bytes that do not wait any longer
	mostText   = 1 << 20   // bytes after which who prints waits
	pieceText  = 256 << 10 // bytes of text in a frame
)

// A printer writes the frames of the child in the order in which they are
// given to it, and gathers text. Its methods may be called from several
// goroutines.
type printer struct {
	w    io.Writer
	turn chan struct{} // holds a token while somebody writes
	buf  []byte        // of whoever has the turn

	mu      sync.Mutex
	pending []piece
	size    int // bytes of text in pending
	since   time.Time
	prompt  int // pieces written at once since then
	timer   *time.Timer
}

// A piece is text of one cell's stream.
type piece struct {
	kind kind
	id   uint64
	text []byte
}

func newPrinter(w io.Writer) *printer { return &printer{w: w, turn: make(chan struct{}, 1)} }

// print passes text on, now or soon. It waits while too much text waits, but
// not after ctx is done: then what there is no room for is dropped.
func (p *printer) print(ctx context.Context, k kind, id uint64, text string) {
	for len(text) > 0 {
		n := min(len(text), pieceText)
		for n < len(text) && n > pieceText-utf8.UTFMax && !utf8.RuneStart(text[n]) {
			n--
		}
		if p.add(piece{k, id, []byte(text[:n])}) && !p.try(ctx) {
			p.shrink()
		}
		text = text[n:]
	}
}

// try writes what waits. It waits for its turn until ctx is done, and reports
// whether it had one.
func (p *printer) try(ctx context.Context) bool {
	select {
	case p.turn <- struct{}{}:
	default:
		select {
		case p.turn <- struct{}{}:
		case <-ctx.Done():
			return false
		}
	}
	p.empty()
	<-p.turn
	return true
}

// add queues a piece and reports whether it is time to write.
func (p *printer) add(fresh piece) (due bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.size += len(fresh.text)
	if last := len(p.pending) - 1; last >= 0 && p.pending[last].kind == fresh.kind && p.pending[last].id == fresh.id && len(p.pending[last].text) < pieceText {
		p.pending[last].text = append(p.pending[last].text, fresh.text...)
	} else {
		p.pending = append(p.pending, fresh)
	}
	now := time.Now()
	if now.Sub(p.since) > span {
		p.since, p.prompt = now, 0
	}
	if p.prompt++; p.prompt <= atOnce || p.size >= enoughText {
		return true
	}
	p.plan()
	return false
}

// plan has what waits written soon. The caller holds mu.
func (p *printer) plan() {
	if p.timer == nil {
		p.timer = time.AfterFunc(moment, p.flush)
	}
}

// shrink drops the newest text as long as there is too much, and has the rest
// written soon.
func (p *printer) shrink() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.size > mostText && len(p.pending) > 0 {
		last := len(p.pending) - 1
		p.size -= len(p.pending[last].text)
		p.pending = p.pending[:last]
	}
	p.plan()
}

// flush writes what waits.
func (p *printer) flush() {
	p.turn <- struct{}{}
	defer func() { <-p.turn }()
	p.empty()
}

// empty writes what waits; the caller has the turn. A write fails only when
// the front is gone, and then this process ends by itself.
func (p *printer) empty() {
	p.mu.Lock()
	pieces := p.pending
	p.pending, p.size = nil, 0
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	p.mu.Unlock()
	for _, each := range pieces {
		_ = p.write(frame{each.kind, each.id, each.text})
	}
}

// send writes a frame behind all text printed so far. It fails if the body
// cannot be sent.
func (p *printer) send(k kind, id uint64, body any) error {
	data, err := encode(body)
	if err != nil {
		return err
	}
	return p.sendRaw(k, id, data)
}

func (p *printer) sendRaw(k kind, id uint64, body []byte) error {
	p.turn <- struct{}{}
	defer func() { <-p.turn }()
	p.empty()
	return p.write(frame{k, id, body})
}

// keptBuffer is how much memory for frames is kept between them.
const keptBuffer = 64 << 10

func (p *printer) write(f frame) error {
	data, err := appendFrame(p.buf[:0], f)
	if err != nil {
		return err
	}
	if p.buf = data; cap(data) > keptBuffer {
		p.buf = nil
	}
	_, err = p.w.Write(data)
	return err
}
