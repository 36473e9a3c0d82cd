package kernel

import (
	"errors"
	"fmt"
	"strings"

	"unfold/dsl/cell"
)

// failureContent is the content of an error message and, with its status, of a
// reply that is none.
type failureContent struct {
	Status    string   `json:"status"`
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

// asFailure describes err as front ends want it. An error that is a
// [cell.Failure] describes itself.
func asFailure(err error) failureContent {
	content := failureContent{Status: "error", Name: "Error", Value: err.Error()}
	var failure cell.Failure
	switch {
	case errors.As(err, &failure):
		content.Name = failure.Kind()
		content.Traceback = failure.Traceback(true)
	case errors.As(err, new(crash)):
		content.Name = "Panic"
	case errors.Is(err, errInterrupted):
		content.Name = "Interrupted"
	}
	if content.Traceback == nil {
		content.Traceback = strings.Split("\x1b[31m"+content.Name+"\x1b[0m: "+content.Value, "\n")
	}
	return content
}

// A crash is a panic that was caught.
type crash struct {
	value any
}

func (c crash) Error() string { return fmt.Sprintf("panic: %v", c.value) }

// errInterrupted is why a cell's context ends when the reader wants it to.
var errInterrupted = errors.New("the cell was interrupted")
