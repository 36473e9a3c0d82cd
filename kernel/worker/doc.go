// Package worker runs a language in a process of its own, supervised by the
// one that serves front ends, which thus outlives whatever a cell does.
package worker
