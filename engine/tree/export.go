package tree

import "unfold/engine/export"

// Export says the class of a row, or its responses. In a fractional tree a row that no
// node fails to tell of has the class of its leaf, as in others; the shares of another
// are added up.
func (t *Tree) Export(x export.Value) (export.Value, error) {
	x, sums := t.exportSums(x)
	if !t.Fractional || t.Classes == nil {
		return x.Trees(t.export(exported{sums: sums, Tree: export.Tree{Fractional: t.Fractional}})), nil
	}
	const lost = -1
	whole := t.export(exported{sums: sums, lost: true})
	nowhere := len(whole.Nodes)
	for i := range whole.Nodes {
		if n := &whole.Nodes[i]; n.Unknown == lost {
			n.Unknown = nowhere
		}
	}
	whole.Nodes = append(whole.Nodes, export.Node{Says: []float64{lost}})
	said, likely := x.Trees(whole), x.Trees(t.export(exported{sums: sums, Tree: export.Tree{Fractional: true}}))
	return said.Equal(x.Number(lost)).Where(likely.ArgMax(), said), nil
}

// export has e take the tree.
func (t *Tree) export(e exported) export.Tree {
	e.tree = t
	e.add(0, nil)
	return e.Tree
}

// exportSums says the weighted sums of columns that oblique splits ask for, behind the
// columns themselves, and returns where that of each node stands.
func (t *Tree) exportSums(x export.Value) (export.Value, map[int]int) {
	at := map[int]int{}
	var weights [][]float64
	for i := range t.Nodes {
		s, oblique := t.Nodes[i].Split.(Oblique)
		if !oblique {
			continue
		}
		column := make([]float64, t.Width)
		for j, c := range s.Columns {
			column[c] = s.Weights[j]
		}
		at[i] = t.Width + len(weights)
		weights = append(weights, column)
	}
	if len(weights) == 0 {
		return x, nil
	}
	return export.Join(x, x.Times("weights", weights)), at
}

// exported is a tree on its way.
type exported struct {
	tree *Tree
	sums map[int]int // where the sums of oblique nodes stand
	lost bool        // rows that a node cannot tell of go to none, −1
	export.Tree
}

// add appends the node and those below it, and returns where it stands. Splits that are
// asked instead follow as nodes of their own, each where the one before cannot tell.
func (e *exported) add(at int, parent *Node) int {
	n, place := &e.tree.Nodes[at], len(e.Nodes)
	if n.Leaf() {
		e.Nodes = append(e.Nodes, export.Node{Says: e.says(n, parent)})
		return place
	}
	splits := append([]Split{n.Split}, n.Instead...)
	e.Nodes = append(e.Nodes, make([]export.Node, len(splits))...)
	children := make([]int, len(n.Children))
	for branch, child := range n.Children {
		children[branch] = e.add(child, n)
	}
	for i, s := range splits {
		node := e.ask(at, s, children)
		node.Unknown = place + i + 1
		if i == len(splits)-1 {
			e.end(&node, n, children)
		}
		e.Nodes[place+i] = node
	}
	return place
}

// ask is the node of a split.
func (e *exported) ask(at int, s Split, children []int) export.Node {
	switch s := s.(type) {
	case Threshold:
		next := []int{children[0], children[1]}
		if s.Reversed {
			next = []int{children[1], children[0]}
		}
		return export.Node{Column: s.Column, Bound: s.At, Next: next}
	case Levels:
		next := make([]int, len(s.To))
		for level, branch := range s.To {
			if next[level] = CannotTell; branch != CannotTell {
				next[level] = children[branch]
			}
		}
		return export.Node{Column: s.Column, Levels: true, Next: next}
	}
	return export.Node{Column: e.sums[at], Bound: s.(Oblique).At, Next: children}
}

// end says what becomes of rows that no split of n can tell of.
func (e *exported) end(node *export.Node, n *Node, children []int) {
	if node.Unknown = children[e.tree.majority(n)]; e.lost {
		node.Unknown = -1
	}
	if !e.Fractional {
		return
	}
	for branch, child := range n.Children {
		if weight := e.tree.Nodes[child].Weight; weight > 0 {
			node.Branches, node.Weights = append(node.Branches, children[branch]), append(node.Weights, weight)
		}
	}
}

// says is what a leaf says: the responses; the class, or how likely each is where rows
// come in fractions.
func (e *exported) says(n, parent *Node) []float64 {
	switch {
	case e.tree.Classes == nil:
		return n.Mean
	case !e.Fractional:
		return []float64{float64(n.Class)}
	}
	likely := make([]float64, len(e.tree.Classes))
	n.add(likely, parent, 1)
	return likely
}
