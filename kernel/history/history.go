package history

import (
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// An Entry is one cell as it was entered.
type Entry struct {
	Session int     // 0 for the present session before it has a number
	Line    int     // the cell's number within its session
	Source  string  // the text of the cell
	Output  *string // the text of its result, nil for none
}

const (
	// gathering is how long the writer waits for more before it opens the file.
	gathering = 500 * time.Millisecond
	// patience is how long it waits, at most, for another kernel to let go of
	// the file; what it cannot write it keeps for the next time.
	patience = 500 * time.Millisecond
	// haste is the same for who waits for an answer, and for the last words of
	// a session.
	haste = 200 * time.Millisecond
)

// A History is the entries of one session and, where it has a file, of those
// before it and beside it. Its methods may be called from any goroutine.
type History struct {
	file  *file // nil keeps the entries for this session alone
	fault func(error)

	filing sync.Mutex // held while the file is open; taken before mu
	number int        // of this session in the file, 0 for none yet; written under both locks

	mu      sync.Mutex
	own     []Entry      // of this session, at most maxEntries
	unfiled map[int]bool // lines of own that the file lacks or has otherwise
	due     *time.Timer  // running while a batch is gathered
	closed  bool
}

// New returns the history of a new session, kept in the file at path, or for
// this session alone if path is empty. It does not touch the file. What goes
// wrong with the file later is told to fault, once for each failure of the
// same kind in a row.
func New(path string, fault func(error)) *History {
	h := &History{fault: fault, unfiled: make(map[int]bool)}
	if path == "" {
		h.number = 1
		return h
	}
	h.file = &file{path: path, entries: maxEntries, bytes: maxBytes}
	return h
}

// Add takes a cell as it begins. It returns at once.
func (h *History) Add(line int, source string) {
	source = cut(source, maxSource)
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.own) >= maxEntries {
		delete(h.unfiled, h.own[0].Line)
		h.own = h.own[1:]
	}
	h.own = append(h.own, Entry{Line: line, Source: source})
	h.note(line)
}

// Output takes the result of a cell that Add took. It returns at once.
func (h *History) Output(line int, text string) {
	text = cut(text, maxOutput)
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := len(h.own) - 1; i >= 0; i-- {
		if h.own[i].Line == line {
			h.own[i].Output = &text
			h.note(line)
			return
		}
	}
}

// cut returns as many whole characters of a text as a number of bytes holds,
// and keeps no more than these.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return strings.Clone(text[:most])
}

// note plans to file a line. The caller holds mu.
func (h *History) note(line int) {
	if h.file == nil || h.closed {
		return
	}
	h.unfiled[line] = true
	if h.due == nil {
		h.due = time.AfterFunc(gathering, func() { h.flush(patience) })
	}
}

// flush writes what the file lacks. A failure is reported; what could not be
// written is tried again with the next batch.
func (h *History) flush(patience time.Duration) {
	h.filing.Lock()
	defer h.filing.Unlock()
	h.mu.Lock()
	h.due = nil
	var batch []Entry
	for _, e := range h.own {
		if h.unfiled[e.Line] {
			batch = append(batch, e)
		}
	}
	clear(h.unfiled)
	h.mu.Unlock()
	if len(batch) == 0 {
		return
	}
	number, err := h.file.append(h.number, batch, patience)
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil {
		for _, e := range batch {
			h.unfiled[e.Line] = true
		}
		h.report(err)
		return
	}
	h.number = number
	h.file.failed = ""
}

// report tells of a failure unless it is the last one over again. The caller
// holds filing.
func (h *History) report(err error) {
	if text := err.Error(); text != h.file.failed {
		h.file.failed = text
		h.fault(err)
	}
}

// Close writes what the file lacks, within a fraction of a second, and ends
// the writer. The history can still be asked, and added to in memory.
func (h *History) Close() {
	h.mu.Lock()
	h.closed = true
	if h.due != nil {
		h.due.Stop()
	}
	h.mu.Unlock()
	if h.file != nil {
		h.flush(haste)
	}
}

// mine returns the entries of this session under its number.
func (h *History) mine() (own []Entry, number int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	own = slices.Clone(h.own)
	for i := range own {
		own[i].Session = h.number
	}
	return own, h.number
}
