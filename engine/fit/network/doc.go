// Package network has multilayer perceptrons: rows go forward through layers of
// neurons, and gradients back.
//
//	h_0 = x,  h_l = φ(h_{l−1} A_l + b_l),  y = h_{L−1} A_L + b_L
//
// The last layer is linear. A [Network] is sizes and φ alone; its parameters are one
// slice, so that any optimiser can move them (package optimum). A [Pass] takes rows
// forward and gradients back (Rumelhart, Hinton, Williams 1986, doi:10.1038/323533a0).
//
// Images are the same bits whether a row goes alone or among others. What is drawn
// comes from a seed, and parts of sums are added in a fixed order, so that images
// and gradients are the same at any GOMAXPROCS and on any processor.
//
// It imports the vocabulary of the engine, internal packages and dense algebra. Start
// at network.go and pass.go.
package network
