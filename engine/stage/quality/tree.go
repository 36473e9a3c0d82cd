package quality

import (
	"unfold/engine"
	"unfold/engine/tree"
)

// treeOf returns the tree that predicts, which is there by engine.NeedTree.
func treeOf(r *engine.Run) *tree.Tree { return r.Predictor.(tree.Predictor).Tree() }

// size is a score that counts something of what was learned. It says nothing of how rows
// are predicted: fewer is better where that is equal.
func size(name string, count int) engine.Score {
	return engine.Score{Name: name, Value: float64(count), Better: engine.Lower}
}
