// Package dsl is the language: Go cells with pipelines in them. A Session
// reads a cell, finds all that is wrong with it, lowers its pipelines to Go,
// lets the interpreter run it, and evaluates pipelines when they are looked
// at. What a pipeline may say it learns from a catalogue; it knows no method.
//
// Start at [Session.Eval] (session.go), and follow a cell: its commands are
// obeyed (commands.go), its Go is analysed and run, and what its last line gives
// is presented (run.go). Lowered cells call what lowered.go supplies, which makes
// a [Pipeline] (pipeline.go) of stages and arguments (bind.go). What goes wrong
// becomes findings (failure.go), whose words, where they are Go's, are in
// messages.go.
//
// Beside them stand the words that are functions (functions.go), of which explain
// (plan.go) and compare (compare.go, over.go) are the largest; what is asked of a
// pipeline beyond its report (part.go, tuned.go, newrows.go); and what a session
// remembers (kept.go, memory.go, environment.go). Completion and inspection are
// package assist.
//
// The package may import those below dsl, and engine with its comparisons and
// figures; it imports no method, no front end.
package dsl
