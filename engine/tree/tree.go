// Package tree is trees of decisions as data: several methods grow them, and
// measures, views and rules walk them. A [Tree] is a list of nodes, root first;
// an inner node has a [Split] that tells which branch a row takes, a leaf says a
// class or responses. It imports the vocabulary of the engine, its checks and its
// internal packages. Start at [Tree]; split.go is the three kinds of splits,
// predict.go how rows go down, cells that are missing included.
package tree

import (
	"fmt"

	"unfold/engine"
)

// A Tree tells the class or the responses of a row by a test after another. It is
// an [engine.Predictor], and is never changed after it was grown.
type Tree struct {
	Columns   []engine.Column // of the rows; nil for embedded coordinates
	Width     int             // how many columns rows have
	Classes   []string        // the names of the classes by their numbers; nil of a tree for responses
	Responses []string        // the names of the responses; nil of a tree for classes
	Nodes     []Node          // the root first, each node before its children

	// Fractional trees send a row down all branches where a cell that the split
	// asks for is missing, as a case for each in proportion to the training rows
	// there (Quinlan 1993). Others send it to the branch that most of them took.
	Fractional bool
}

// A Node is a place in the tree, with what is known of the training rows that
// came there.
type Node struct {
	Split    Split   // what it asks of a row; nil in a leaf
	Children []int   // the nodes that the branches lead to, in the order of the split
	Instead  []Split // asked in turn, with the same branches, where Split cannot tell: surrogates
	Weight   float64 // training rows; one that was divided counts as its fraction

	Counts []float64 // of classes: the weight of the rows of each, by its number
	Class  int       // the number of the class that the node says

	Mean     []float64 // of responses: their means, which the node says
	Variance []float64 // and their variances about these
}

// A Predictor is a predictor that is one tree, as measures and views know it.
type Predictor interface {
	engine.Predictor
	Tree() *Tree
}

// Tree returns the tree itself.
func (t *Tree) Tree() *Tree { return t }

// Leaf reports whether the node asks nothing.
func (n *Node) Leaf() bool { return n.Split == nil }

// Leaves returns how many nodes ask nothing.
func (t *Tree) Leaves() int { return len(t.Nodes) - t.Tests() }

// Tests returns how many nodes ask something.
func (t *Tree) Tests() int {
	tests := 0
	for i := range t.Nodes {
		if !t.Nodes[i].Leaf() {
			tests++
		}
	}
	return tests
}

// Depth returns how many tests the longest way from the root has.
func (t *Tree) Depth() int {
	deepest, depth := 0, make([]int, len(t.Nodes))
	for i := range t.Nodes {
		deepest = max(deepest, depth[i])
		for _, child := range t.Nodes[i].Children {
			depth[child] = depth[i] + 1
		}
	}
	return deepest
}

// ColumnName returns what to call column c of the rows.
func (t *Tree) ColumnName(c int) string {
	if t.Columns == nil {
		return fmt.Sprintf("dimension %d", c+1)
	}
	return t.Columns[c].Name
}
