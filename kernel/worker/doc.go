// Package worker runs a language in a process of its own, supervised by the
// one that serves front ends, which thus outlives whatever a cell does.
//
// # The two sides
//
// The front holds a [Supervisor], which is a language to the kernel: it passes
// cells on to the child and what the child says back. The child calls [Serve]
// with the real language and a renderer. Values never leave the child; what
// crosses is how they look, drawn there ([cell.Bundle]).
//
// When the child dies, the cells at work fail with Go's own words for what
// happened, a new child is started, and the session is declared anew from the
// journal: what the language wrote down of itself after every cell
// ([cell.Rememberer]). The reader is told which names are back and which are
// lost.
//
// # The pipes
//
// Messages have descriptors of their own, so that nothing a cell or a C
// library prints can be taken for one. What arrives on the child's descriptor
// 1 is shown as the output of the latest cell; what arrives on 2 is the
// runtime's report if the child dies right after it, and shown otherwise. On
// systems where a process inherits no further descriptors, messages use the
// standard input and output, and cells must leave those alone.
//
// A child whose pipe closes ends itself: no front, however it ended, leaves an
// orphan.
//
// # Order and floods
//
// What cells print and show arrives in the order in which they did. A cell's
// first lines are passed on one by one, so that a crash does not swallow what
// led to it; a flood is gathered, and a crash in the midst of one may take its
// last lines along. Who prints faster than
// the front end reads waits; an interrupt is obeyed all the same.
package worker
