package chart

import (
	"gonum.org/v1/plot/vg"

	"unfold/engine/figure"
)

// nodesOf returns the tree of a figure, if it is one.
func nodesOf(fig *figure.Figure) (figure.Nodes, bool) {
	for _, layer := range fig.Layers {
		if nodes, ok := layer.(figure.Nodes); ok && len(nodes.Parent) > 0 {
			return nodes, true
		}
	}
	return figure.Nodes{}, false
}

// The room of a tree: from leaf to leaf, around the texts of strokes, and for a
// text at least and at most; and how wide a page is.
const (
	leafStep   vg.Length = 21
	edgePad    vg.Length = 14
	narrowEdge vg.Length = 76
	wideEdge   vg.Length = 190
	widestTree vg.Length = 960
	leafText   vg.Length = 240
)

// A treeLayout is where the nodes of a tree stand: the root on the left, each leaf on
// a line of its own, and texts above the strokes that they belong to.
type treeLayout struct {
	figure.Nodes
	depth         []int
	x, y          []vg.Length // y counts downwards from the first leaf
	edge          []vg.Length // the room of the texts of strokes, by depth
	width, height vg.Length
}

// layOutTree gives strokes the room of their texts, and less where the tree would be
// wider than a page.
func layOutTree(nodes figure.Nodes) *treeLayout {
	t := &treeLayout{Nodes: nodes}
	n := len(nodes.Parent)
	t.depth, t.x, t.y = make([]int, n), make([]vg.Length, n), make([]vg.Length, n)
	for i := 1; i < n; i++ {
		t.depth[i] = t.depth[nodes.Parent[i]] + 1
	}
	t.setHeights()
	for most := wideEdge; ; most *= 0.9 {
		t.setWidths(max(most, narrowEdge))
		if t.width <= widestTree || most < narrowEdge {
			return t
		}
	}
}

// setHeights puts each leaf on a line, and each other node in the middle of its first
// and its last child.
func (t *treeLayout) setHeights() {
	n := len(t.Parent)
	first, last := make([]int, n), make([]int, n)
	for i := n - 1; i > 0; i-- {
		above := t.Parent[i]
		if last[above] == 0 {
			last[above] = i
		}
		first[above] = i
	}
	line := 0
	for i := range n { // nodes come in the order of their leaves
		if last[i] == 0 {
			t.y[i] = vg.Length(line) * leafStep
			line++
		}
	}
	for i := n - 1; i >= 0; i-- {
		if last[i] != 0 {
			t.y[i] = (t.y[first[i]] + t.y[last[i]]) / 2
		}
	}
	t.height = vg.Length(line) * leafStep
}

// setWidths puts nodes of one depth below each other, beyond the texts of the strokes
// that lead to them, each at most so wide.
func (t *treeLayout) setWidths(most vg.Length) {
	t.edge, t.width = nil, 0
	for i, test := range t.Test {
		for len(t.edge) <= t.depth[i] {
			t.edge = append(t.edge, 0)
		}
		t.edge[t.depth[i]] = max(t.edge[t.depth[i]], min(nameStyle.Width(test+" "+t.Answer[i]), most))
	}
	at := make([]vg.Length, len(t.edge))
	for d := 1; d < len(at); d++ {
		at[d] = at[d-1] + t.edge[d] + edgePad
	}
	for i, text := range t.Text {
		t.x[i] = at[t.depth[i]]
		t.width = max(t.width, t.x[i]+2*gap+min(nameStyle.Width(text), leafText))
	}
}

// treeSize is the size of a figure that is a tree.
func treeSize(fig *figure.Figure, nodes figure.Nodes) (width, height vg.Length) {
	t := layOutTree(nodes)
	width = max(t.width+2*margin+4*gap, aloneWidth)
	title := vg.Length(len(wrap(titleStyle, fig.Title, width-2*margin, 2))) * titleSize * 1.3
	return width, t.height + leafStep/2 + title + 2*margin + 2*gap + tickSize*1.2
}

// treeFrame lays out a figure that is a tree: as strokes, marks and texts on axes that
// count its own lengths, without ticks.
func treeFrame(fig *figure.Figure, nodes figure.Nodes, looks *Looks, area vg.Rectangle) *frame {
	t := layOutTree(nodes)
	drawn := &figure.Figure{Name: fig.Name, Title: fig.Title, Caption: fig.Caption, Alt: fig.Alt, Classes: fig.Classes,
		X:      figure.Axis{Labels: []string{}, Low: -float64(gap), High: float64(max(t.width, aloneWidth-2*margin-4*gap))},
		Y:      figure.Axis{Labels: []string{}, Low: -float64(t.height - leafStep/2), High: float64(leafStep)},
		Layers: t.layers()}
	drawn.Style = fig.Style
	f := newFrame(drawn, looks, area, manySteps)
	f.title = wrap(titleStyle, fig.Title, area.Size().X-2*margin, 2)
	return f.settle()
}

// strokeText is what stands on the stroke to a node: as much of the test as there is
// room for, and the answer.
func (t *treeLayout) strokeText(i int) string {
	room, answer := t.edge[t.depth[i]], " "+t.Answer[i]
	if whole := t.Test[i] + answer; nameStyle.Width(whole) <= room {
		return whole
	}
	left := room - nameStyle.Width(answer)
	if left < nameStyle.Width("m… 1") {
		return cut(nameStyle, t.Answer[i], room)
	}
	return cutInside(t.Test[i], left) + answer
}

// cutInside shortens a text but for its last two characters, in which names of columns
// often differ.
func cutInside(text string, width vg.Length) string {
	runes := []rune(text)
	if len(runes) < 4 || nameStyle.Width(text) <= width {
		return cut(nameStyle, text, width)
	}
	end := string(runes[len(runes)-2:])
	return cut(nameStyle, string(runes[:len(runes)-2])+"…", width-nameStyle.Width(end)) + end
}

// tip is what is said of a node: what leads to it in full, and its rows.
func (t *treeLayout) tip(i int) string {
	if t.Parent[i] < 0 {
		return t.Tips[i]
	}
	return t.Test[i] + " " + t.Answer[i] + "\n" + t.Tips[i]
}

// layers draws the tree by marks that every figure has.
func (t *treeLayout) layers() (all []figure.Layer) {
	var strokes figure.Segments
	edges, texts := figure.Names{}, figure.Names{}
	open, closed := figure.Points{}, figure.Points{Ring: true}
	for i, above := range t.Parent {
		x, y := float64(t.x[i]), -float64(t.y[i])
		if above >= 0 {
			from, turn := float64(t.x[above]), -float64(t.y[above])
			strokes.X0, strokes.Y0 = append(strokes.X0, from, from), append(strokes.Y0, turn, y)
			strokes.X1, strokes.Y1 = append(strokes.X1, from, x), append(strokes.Y1, y, y)
			edges.X, edges.Y = append(edges.X, from), append(edges.Y, y+float64(tickSize)*0.72)
			edges.Texts = append(edges.Texts, t.strokeText(i))
		}
		if len(strokes.X0) >= fewStrokes-1 || i == len(t.Parent)-1 {
			all, strokes = append(all, strokes), figure.Segments{} // more in one layer are faint
		}
		marks := &open
		if t.Text[i] == "" || t.Closed[i] {
			marks = &closed
		}
		marks.X, marks.Y, marks.Tips = append(marks.X, x), append(marks.Y, y), append(marks.Tips, t.tip(i))
		if t.Class != nil {
			marks.Class = append(marks.Class, t.Class[i])
		}
		if t.Text[i] != "" {
			texts.X, texts.Y, texts.Texts = append(texts.X, x), append(texts.Y, y), append(texts.Texts, cut(nameStyle, t.Text[i], leafText))
		}
	}
	return append(all, edges, texts, closed, open)
}
