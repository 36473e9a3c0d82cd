package tree_test

import (
	"fmt"

	"unfold/engine"
	"unfold/engine/tree"
)

// A tree is a list of nodes, which a reader walks from the root.
func ExampleTree() {
	t := &tree.Tree{
		Columns: []engine.Column{{Name: "petal length"}, {Name: "petal width"}},
		Width:   2,
		Classes: []string{"setosa", "versicolor", "virginica"},
		Nodes: []tree.Node{
			{Split: tree.Threshold{Column: 0, At: 2.45}, Children: []int{1, 2}},
			{Class: 0},
			{Split: tree.Threshold{Column: 1, At: 1.75}, Children: []int{3, 4}},
			{Class: 1},
			{Class: 2},
		},
	}
	fmt.Println(t.Leaves(), "leaves, depth", t.Depth())
	var walk func(at int, indent string)
	walk = func(at int, indent string) {
		n := &t.Nodes[at]
		if n.Leaf() {
			fmt.Println(indent + t.Classes[n.Class])
			return
		}
		split := n.Split.(tree.Threshold)
		fmt.Printf("%s%s ≤ %g?\n", indent, t.ColumnName(split.Column), split.At)
		for _, child := range n.Children {
			walk(child, indent+"  ")
		}
	}
	walk(0, "")
	// Output:
	// 3 leaves, depth 2
	// petal length ≤ 2.45?
	//   setosa
	//   petal width ≤ 1.75?
	//     versicolor
	//     virginica
}
