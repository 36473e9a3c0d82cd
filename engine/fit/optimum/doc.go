// Package optimum minimises smooth functions of many variables by their
// gradients.
//
// A method proposes directions, a search goes along them. Directions are by
// limited-memory BFGS (Nocedal 1980, doi:10.1090/s0025-5718-1980-0572855-7)
// and conjugate gradients by Polak and Ribière 1969 (doi:10.1051/m2an/196903r100351),
// whose β is not let below zero. The search meets the strong Wolfe conditions
// (Moré and Thuente 1994, doi:10.1145/192115.192132), or, where a function
// tells that it is a polynomial of fourth degree along every line, goes to the
// lowest point of the line at once. SlopeRatio is conjugate gradients as many
// studies have them, by the program minimize (Rasmussen 1996, Evaluation of
// Gaussian processes and other methods for non-linear regression, Toronto): each
// line begins with the last one's step times the ratio of slopes, goes out and in
// by cubics, and ends by the looser conditions of Wolfe and Powell.
//
// A [Loss] of rows, such as a network's, is minimised by minibatches too ([Adam]:
// Kingma, Ba 2015, doi:10.48550/arXiv.1412.6980). Who watches a descent can end it.
//
// Everything happens in the caller's goroutine, an evaluation gives value and
// gradient, a context ends the work within an evaluation, and the best point seen
// is what comes back. Every product is rounded, so that the same function goes
// the same way on every processor, however many there are.
//
// It imports the vocabulary of the engine, to tell progress, and internal packages.
// Start reading at problem.go and minimise.go; wolfe.go is the search along a line,
// adam.go the descent by minibatches.
package optimum
