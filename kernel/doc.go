// Package kernel is a Jupyter kernel for any [Language]: it speaks the Jupyter
// messaging protocol 5.5 to front ends and hands the cells over. What values
// look like is a [Renderer]'s; the sockets are package wire's.
//
// Every request, known or not, is wrapped in busy and idle. One goroutine
// owns the iopub socket, so outputs arrive in the order they were made, with
// idle last. Cells run one at a time on one goroutine; control requests are
// answered beside it, so that a kernel at work can be asked, interrupted and
// shut down. Nothing a front end sends ends the kernel but a shutdown.
package kernel
