// Unfold is a Jupyter kernel, a scripting language and an engine for learning
// manifolds: pipelines such as
//
//	load | warp(alpha, beta) | isomap(k) | krr(lambda) | svm
//
// in Go cells, in scripts and at a prompt.
package main

import "unfold/cli"

func main() { cli.Main() }
