package worker

import (
	"context"
	"errors"
	"io"

	"unfold/dsl/cell"
	"unfold/engine"
)

// readyBody says what the child can do.
type readyBody struct{ Remembers bool }

// evalBody asks for a cell to be run.
type evalBody struct {
	Code   string
	Counts bool // the front end counts cells
	Count  int
}

// answerBody is what the reader typed.
type answerBody struct {
	Text   string
	Failed string // why nobody answered; empty otherwise
	EOF    bool   // the reader ended the input
}

func newAnswer(text string, err error) answerBody {
	a := answerBody{Text: text, EOF: errors.Is(err, io.EOF)}
	if err != nil {
		a.Failed = err.Error()
	}
	return a
}

func (a answerBody) result() (string, error) {
	switch {
	case a.EOF:
		return "", io.EOF
	case a.Failed != "":
		return "", errors.New(a.Failed)
	}
	return a.Text, nil
}

// queryBody asks about a text.
type queryBody struct {
	Code           string
	Cursor, Detail int
}

// helpBody answers an inspection.
type helpBody struct {
	Help  cell.Help
	Found bool
}

// pendingBody answers whether a text is a whole cell.
type pendingBody struct {
	Indent string
	State  cell.Completeness
}

// progressBody is the progress of a stage, its picture drawn.
type progressBody struct {
	engine.Progress
	Drawn renderedValue
}

// endsEarlyBody says whether something runs that can end early.
type endsEarlyBody struct{ Can bool }

type displayBody struct {
	ID    string
	Value renderedValue
}

type clearBody struct{ Wait bool }

type inputBody struct {
	Question uint64
	Prompt   string
	Secret   bool
}

// resultBody is how a cell ended.
type resultBody struct {
	Value   renderedValue
	Failure *failureBody
}

// failureBody is an error as it crosses: what it says, in all forms, but not
// what it is.
type failureBody struct {
	Kind      string // empty for an error that is no cell.Failure
	Message   string
	Plain     []string // the traceback
	Coloured  []string
	Cancelled bool // it is the context's
}

func newFailure(err error) *failureBody {
	f := &failureBody{Message: err.Error(), Cancelled: errors.Is(err, context.Canceled)}
	var failure cell.Failure
	if errors.As(err, &failure) {
		f.Kind, f.Message = failure.Kind(), failure.Error()
		f.Plain, f.Coloured = failure.Traceback(false), failure.Traceback(true)
	}
	return f
}

func (f *failureBody) err() error {
	switch {
	case f == nil:
		return nil
	case f.Kind != "":
		return remote{f}
	case f.Cancelled:
		return context.Canceled
	}
	return errors.New(f.Message)
}

// A remote is a cell.Failure of the child.
type remote struct{ *failureBody }

var _ cell.Failure = remote{}

func (r remote) Error() string { return r.Message }

func (r remote) Kind() string { return r.failureBody.Kind }

func (r remote) Traceback(colour bool) []string {
	if colour {
		return r.Coloured
	}
	return r.Plain
}
