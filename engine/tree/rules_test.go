package tree

import (
	"math"
	"slices"
	"testing"

	"unfold/engine"
)

func TestConditions(t *testing.T) {
	tree := weather()
	tree.Columns[1].Written = ",%"
	tree.Nodes[3].Split = Oblique{Columns: []int{0, 1, 2, 3}, Weights: []float64{0.25, -2, 0.1, 1}, At: -30}
	for _, c := range []struct {
		node, branch int
		want         string
	}{
		{0, 2, "outlook is rain"}, {1, 0, "humidity ≤ 75 %"}, {1, 1, "humidity > 75 %"},
		{3, 0, "0.25 outlook − 2 humidity + wind + 1 more ≤ −30"}, {3, 1, "0.25 outlook − 2 humidity + wind + 1 more > −30"},
	} {
		if got := tree.Asks(&tree.Nodes[c.node]) + " " + tree.Answer(&tree.Nodes[c.node], c.branch); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	reversed := &Node{Split: Threshold{Column: 2, At: 1.25, Reversed: true}}
	if got := tree.Answer(reversed, 0); got != "> 1.25" {
		t.Error(got)
	}
	many := &Node{Split: Levels{Column: 7, To: make([]int, 9), Ways: 2}}
	coordinates := &Tree{Width: 8}
	if got, empty := coordinates.Answer(many, 0), coordinates.Answer(many, 1); got != "is 0 or 1 or 2 or 3 or 4 or 4 more" || empty != "is of no level" || coordinates.Asks(many) != "dimension 8" {
		t.Error(got, empty)
	}
}

// TestDigits: enough to read, and all before the point.
func TestDigits(t *testing.T) {
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{{2.22458, 4, "2.225"}, {2.22458, 6, "2.22458"}, {-0.5, 4, "−0.5"}, {123456.5, 4, "123456"}, {1234.56, 6, "1234.56"}, {1090.7, 6, "1090.7"}, {2000, 6, "2000"}, {1e-7, 4, "1e−07"}, {3e12, 4, "3e+12"}} {
		if got := figures(c.v, c.digits); got != c.want {
			t.Errorf("%v by %d digits: %q, want %q", c.v, c.digits, got, c.want)
		}
	}
}

func TestRules(t *testing.T) {
	var got []string
	for _, r := range weather().Rules() {
		got = append(got, r.String())
	}
	want := []string{
		"if outlook is sunny and humidity ≤ 75 then play", "if outlook is sunny and humidity > 75 then stay",
		"if outlook is overcast then play",
		"if outlook is rain and temperature + 2 wind ≤ 30 then play", "if outlook is rain and temperature + 2 wind > 30 then stay",
		"if outlook is hail then play",
	}
	if !slices.Equal(got, want) {
		t.Errorf("rules are\n%q, want\n%q", got, want)
	}
	last := weather().Rules()[5]
	if first := weather().Rules()[0]; first.Rows != 2 || first.Right != 1 || last.Rows != 0 || !math.IsNaN(last.Right) {
		t.Errorf("%+v, %+v", first, last)
	}
}

// TestRulesAreShort: of several questions after a column what is left is said once.
func TestRulesAreShort(t *testing.T) {
	tree := &Tree{Columns: []engine.Column{{Name: "height", Written: "cm"}, {Name: "colour", Levels: []string{"red", "green", "blue"}}}, Width: 2, Responses: []string{"a", "b"}, Nodes: []Node{
		{Split: Threshold{At: 5}, Children: []int{1, 2}},
		{Split: Levels{Column: 1, To: []int{0, 0, 1}, Ways: 2}, Children: []int{3, 4}},
		{Mean: []float64{1, -2.5}},
		{Split: Threshold{At: 2}, Children: []int{5, 6}},
		{Mean: []float64{3, 4}},
		{Mean: []float64{5, 6}},
		{Split: Levels{Column: 1, To: []int{0, 1, CannotTell}, Ways: 2}, Children: []int{7, 8}},
		{Mean: []float64{7, 8}}, {Mean: []float64{9, 10}},
	}}
	var got []string
	for _, r := range tree.Rules() {
		got = append(got, r.String())
	}
	want := []string{
		"if height ≤ 2 cm and colour is red or green then a 5, b 6",
		"if 2 cm < height ≤ 5 cm and colour is red then a 7, b 8",
		"if 2 cm < height ≤ 5 cm and colour is green then a 9, b 10",
		"if height ≤ 5 cm and colour is blue then a 3, b 4",
		"if height > 5 cm then a 1, b −2.5",
	}
	if !slices.Equal(got, want) {
		t.Errorf("rules are\n%q, want\n%q", got, want)
	}
	leaf := &Tree{Classes: []string{"a"}, Nodes: []Node{{Weight: 3, Counts: []float64{3}}}}
	if r := leaf.Rules(); len(r) != 1 || r[0].String() != "always a" {
		t.Errorf("%v", r)
	}
}

func TestRulesAsATable(t *testing.T) {
	s := weather().Sheet()
	if len(s.Rows) != 6 || s.Rows[3][0].Text != "outlook is rain and temperature + 2 wind ≤ 30" || s.Rows[3][1].Text != "play" || s.Rows[3][2].Value != 3 || s.Rows[3][3].Text != "1.000" {
		t.Errorf("%+v", s.Rows)
	}
	leaf := &Tree{Responses: []string{"a"}, Nodes: []Node{{Weight: 3.25, Mean: []float64{2}}}}
	if r := leaf.Sheet().Rows[0]; len(r) != 3 || r[0].Text != "always" || r[2].Text != "3.2" {
		t.Errorf("%+v", r)
	}
}
