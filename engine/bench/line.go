package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// A line is a workload of the table.
type line struct {
	name  string // for -only
	title string // as the table has it
	input func(ctx context.Context) (rowset, error)
	task  string
	set   settings
	// peer is who the other side is, "" for nobody; options are its own
	// ways to do the same, its default first, with THREADS for how many it
	// may use. Of them the fastest counts.
	peer    string
	rival   string // the peer's task, if it has another name than ours
	options []string
	target  target
	// judge tells from the rows and what became of them whether the work was
	// done. theirs is nil where the peer is not there.
	judge func(in rowset, ours, theirs *output) []finding
	// command is the package of a program that measures the line by itself, ""
	// for lines that sides do.
	command string
	// exact are settings under which our side computes the reference of its
	// own result, outside the timing; nil where the peer's is enough.
	exact settings
}

// rivalTask is the peer's name for the task.
func (l line) rivalTask() string {
	if l.rival != "" {
		return l.rival
	}
	return l.task
}

// withThreads puts the number of threads into a peer's option.
func withThreads(option string, threads int) string {
	return strings.ReplaceAll(option, "THREADS", strconv.Itoa(threads))
}

// A target is what a line must reach; zeros ask for nothing.
type target struct {
	Ratio   float64 `json:"ratio,omitempty"`   // times faster than the peer
	Share   float64 `json:"share,omitempty"`   // of the peer's memory
	Seconds float64 `json:"seconds,omitempty"` // at most
	Bytes   uint64  `json:"bytes,omitempty"`   // at most
}

// String writes the target as the table has it.
func (t target) String() string {
	var words []string
	if t.Ratio > 0 {
		words = append(words, fmt.Sprintf("%g×", t.Ratio))
	}
	if t.Share > 0 {
		words = append(words, fmt.Sprintf("1/%g of the memory", 1/t.Share))
	}
	if t.Seconds > 0 {
		words = append(words, fmt.Sprintf("< %g s", t.Seconds))
	}
	if t.Bytes > 0 {
		words = append(words, fmt.Sprintf("< %g GiB", float64(t.Bytes)/(1<<30)))
	}
	return strings.Join(words, ", ")
}
