// Package network has multilayer perceptrons: rows go forward through layers of
// neurons, gradients back, and weights down a loss by minibatches.
//
//	h_0 = x,  h_l = φ(h_{l−1} A_l + b_l),  y = h_{L−1} A_L + b_L
//
// The last layer is linear. A [Network] is sizes and φ alone; its parameters are one
// slice, so that any optimiser can move them. A [Pass] takes rows forward and
// gradients back (Rumelhart, Hinton, Williams 1986, doi:10.1038/323533a0). [Adam]
// minimises a [Loss] that is a mean over rows (Kingma, Ba 2015,
// doi:10.48550/arXiv.1412.6980).
//
// Images are the same bits whether a row goes alone or among others. What is drawn
// comes from a seed, and parts of sums are added in a fixed order, so that a network
// learns the same weights at any GOMAXPROCS and on any processor.
//
// It imports the vocabulary of the engine, internal packages and dense algebra. Start
// at network.go and pass.go; adam.go is the descent.
package network
