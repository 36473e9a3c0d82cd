// Package kerneltest helps to test kernels: a [Client] that speaks to one over
// real sockets and writes down what it says, and [Toy], a language small
// enough that a test can say in a word what a cell is to do.
package kerneltest
