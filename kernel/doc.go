// Package kernel is a Jupyter kernel for any [Language]: it speaks the Jupyter
// messaging protocol 5.5 to front ends and hands the cells over. What values
// look like is a [Renderer]'s, unless the language has drawn them already; the
// sockets are package wire's, and what was entered is package history's.
//
// Every request, known or not, is wrapped in busy and idle. One goroutine owns
// the iopub socket, so outputs arrive in the order they were made, with idle
// last. Each shell, the main one and the subshells that front ends open beside
// it, runs its requests in order on a goroutine of its own; control requests
// are answered beside them all, so that a kernel at work can be asked,
// interrupted and shut down. An interrupt ends the cells of all shells. Nothing
// a front end sends ends the kernel but a shutdown.
//
// Printed text is gathered, to at most twenty messages a second of each stream
// of a cell. Where a kernel prints more than notebook servers let pass, about
// 1 MB/s over three seconds, the rest of the cell's text goes to a file that
// lasts as long as the kernel, and a notice in the cell's output tells of it.
package kernel
