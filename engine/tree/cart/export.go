package cart

import "unfold/engine/export"

// Export says what the tree says of a row: its class, or its responses.
func (t *Lean) Export() export.Tree {
	place := make([]int, len(t.nodes)) // of each node, behind those asked instead of others
	for i := range t.nodes {
		if i > 0 {
			place[i] = place[i-1] + 1 + len(t.spare[int32(i-1)])
		}
	}
	var out export.Tree
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.column == leaf {
			out.Nodes = append(out.Nodes, export.Node{Says: t.says(n)})
			continue
		}
		first, second := place[i+1], place[n.second]
		own := split{column: n.column & columnMask, at: n.at}
		if n.column&ofLevels != 0 {
			own.to = t.sets[int(n.at)]
		}
		for _, s := range append([]split{own}, t.spare[int32(i)]...) {
			node := s.export(first, second)
			node.Unknown = len(out.Nodes) + 1
			out.Nodes = append(out.Nodes, node)
		}
		last := &out.Nodes[len(out.Nodes)-1]
		if last.Unknown = first; n.column&secondHeavier != 0 {
			last.Unknown = second
		}
	}
	return out
}

// says is what a leaf says.
func (t *Lean) says(n *leanNode) []float64 {
	if t.width == 0 {
		return []float64{float64(n.second)}
	}
	return t.means[n.second : int(n.second)+t.width]
}

// export is the node that asks s, with the nodes of its branches.
func (s *split) export(branches ...int) export.Node {
	out := export.Node{Column: int(s.column), Bound: s.at, Levels: s.to != nil, Next: branches}
	switch {
	case s.to != nil:
		out.Next = make([]int, len(s.to))
		for level, side := range s.to {
			if out.Next[level] = -1; side != noSide {
				out.Next[level] = branches[side]
			}
		}
	case s.reversed:
		out.Next = []int{branches[1], branches[0]}
	}
	return out
}
