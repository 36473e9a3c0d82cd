package chart

import (
	"encoding/json"
	"fmt"
	"testing"

	"gonum.org/v1/plot/vg"

	"unfold/engine/figure"
)

// branching is a figure of a tree of so many leaves, each test a long word.
func branching(leaves int) *figure.Figure {
	nodes := figure.Nodes{}
	var grow func(above, leaves int)
	grow = func(above, leaves int) {
		at, text := len(nodes.Parent), ""
		if leaves == 1 {
			text = "class A  (12 of 13)"
		}
		nodes.Parent, nodes.Text = append(nodes.Parent, above), append(nodes.Text, text)
		nodes.Test, nodes.Answer = append(nodes.Test, fmt.Sprintf("adoption of the resolution %d", at)), append(nodes.Answer, "≤ 2.5")
		nodes.Class, nodes.Tips, nodes.Closed = append(nodes.Class, at%2), append(nodes.Tips, "rows"), append(nodes.Closed, false)
		if leaves > 1 {
			grow(at, (leaves+1)/3+leaves%2)
			grow(at, leaves-(leaves+1)/3-leaves%2)
		}
	}
	grow(-1, leaves)
	return &figure.Figure{Name: "tree", Title: "Tree", Alt: "Tree", X: figure.Axis{Label: "tests"}, Y: figure.Axis{Label: "leaves"}, Classes: []string{"class A", "class B"}, Layers: []figure.Layer{nodes}}
}

// TestTextsOfATreeStandApart: of trees of up to 30 leaves no two texts overlap, and
// none is wider than a page.
func TestTextsOfATreeStandApart(t *testing.T) {
	for _, leaves := range []int{1, 2, 3, 7, 16, 30} {
		fig := branching(leaves)
		nodes, _ := nodesOf(fig)
		layout := layOutTree(nodes)
		if layout.width > widestTree {
			t.Errorf("%d leaves are %v wide", leaves, layout.width)
		}
		type text struct {
			x0, x1, y float64
			words     string
		}
		var texts []text
		for _, layer := range layout.layers() {
			if names, ok := layer.(figure.Names); ok {
				for i, words := range names.Texts {
					texts = append(texts, text{names.X[i] + float64(gap), names.X[i] + float64(gap+nameStyle.Width(words)), names.Y[i], words})
				}
			}
		}
		for i, a := range texts {
			for _, b := range texts[:i] {
				if a.x0 < b.x1 && b.x0 < a.x1 && a.y-b.y < float64(tickSize)*0.7 && b.y-a.y < float64(tickSize)*0.7 {
					t.Errorf("%d leaves: %q at %v lies on %q at %v", leaves, a.words, a, b.words, b)
				}
			}
		}
		if w, h := (Sheet{Figures: []*figure.Figure{fig}}).SizeOf(fig); w < aloneWidth || h < leaves*int(leafStep) {
			t.Errorf("%d leaves on %d by %d", leaves, w, h)
		}
	}
}

// TestNamesKeepTheirEnds: columns that differ in their last characters are told apart.
func TestNamesKeepTheirEnds(t *testing.T) {
	for _, width := range []vg.Length{30, 45, 60} {
		one, two := cutInside("dimension 1", width), cutInside("dimension 2", width)
		if one == two || nameStyle.Width(one) > width {
			t.Errorf("%q and %q in %v", one, two, width)
		}
	}
	if got := cutInside("dimension 1", 200); got != "dimension 1" {
		t.Error(got)
	}
}

// TestTreeHovers: the live form has what is said of each node.
func TestTreeHovers(t *testing.T) {
	fig := branching(4)
	w, h := Sheet{Figures: []*figure.Figure{fig}}.SizeOf(fig)
	data, err := Live(fig, nil, w, h)
	if err != nil {
		t.Fatal(err)
	}
	var l live
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatal(err)
	}
	tips := 0
	for _, layer := range l.Layers {
		tips += len(layer.Tips)
	}
	if tips != 7 {
		t.Errorf("%d nodes say something, of 7", tips)
	}
}
