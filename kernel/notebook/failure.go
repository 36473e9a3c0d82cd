package notebook

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"unfold/dsl/cell"
)

// failure is the output of a cell that failed, in the words that the kernel
// uses.
func failure(ctx context.Context, err error) Output {
	o := Output{Kind: Error, Failure: kind(err), Message: err.Error()}
	var told cell.Failure
	if errors.As(err, &told) {
		o.Traceback = told.Traceback(true)
	} else if ctx.Err() != nil {
		o.Failure = "Interrupted"
	}
	if o.Traceback == nil {
		o.Traceback = strings.Split("\x1b[31m"+o.Failure+"\x1b[0m: "+o.Message, "\n")
	}
	return o
}

// kind is one word for the sort of failure.
func kind(err error) string {
	var told cell.Failure
	switch {
	case errors.As(err, &told):
		return told.Kind()
	case errors.As(err, new(crash)):
		return "Panic"
	}
	return "Error"
}

// A crash is a panic that was caught.
type crash struct{ value any }

func (c crash) Error() string { return fmt.Sprintf("panic: %v", c.value) }

// Plain is a traceback without colours.
func Plain(lines []string) string {
	return escape.ReplaceAllString(strings.Join(lines, "\n"), "")
}
