package engine

import (
	"context"
	"fmt"
	"sync"
)

// A Note is something a reader of the result should know: a dropped column, a
// bridge in the graph, a ridge that had to be raised.
type Note struct {
	Stage string `json:"stage"`
	Text  string `json:"text"`
}

// String is the text of the note, behind the stage that remarked on it.
func (n Note) String() string {
	if n.Stage == "" {
		return n.Text
	}
	return n.Stage + ": " + n.Text
}

type notesKey struct{}

type notebook struct {
	mu    sync.Mutex
	stage string
	notes []Note
}

// Remark adds a note to the run that ctx belongs to. Methods remark on what
// they had to do beyond what was asked; they never print. Outside a run the
// remark is dropped.
func Remark(ctx context.Context, format string, args ...any) {
	book, ok := ctx.Value(notesKey{}).(*notebook)
	if !ok {
		return
	}
	book.mu.Lock()
	defer book.mu.Unlock()
	book.notes = append(book.notes, Note{Stage: book.stage, Text: fmt.Sprintf(format, args...)})
}

// Forward adds notes that a part of a stage's work has gathered to those of the
// run that ctx belongs to.
func Forward(ctx context.Context, notes []Note) {
	if book, ok := ctx.Value(notesKey{}).(*notebook); ok {
		book.mu.Lock()
		defer book.mu.Unlock()
		book.notes = append(book.notes, notes...)
	}
}

// WithNotes returns a context that collects the remarks of the given stage,
// and the function that ends the stage and hands them out.
func WithNotes(ctx context.Context, stage string) (context.Context, func() []Note) {
	book := &notebook{stage: stage}
	ctx = context.WithValue(ctx, notesKey{}, book)
	return ctx, func() []Note {
		book.mu.Lock()
		defer book.mu.Unlock()
		return append([]Note(nil), book.notes...)
	}
}
