package tree

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"unfold/engine/figure"
)

// A Rule is a way from the root to a leaf.
type Rule struct {
	If   []string // conditions, all of which hold; empty for a leaf alone
	Then string   // what the leaf says
	Rows float64  // training rows that came there
	// Right is the share of them that have the class that the leaf says; for responses
	// it is NaN.
	Right float64
}

// String writes the rule as a sentence: "if petal length ≤ 2.45 then setosa".
func (r Rule) String() string {
	if r.If == nil {
		return "always " + r.Then
	}
	return "if " + strings.Join(r.If, " and ") + " then " + r.Then
}

// Rules returns a rule for each leaf, in the order of the branches. Of each column a
// rule has the narrowest bounds only, where it was first asked for.
func (t *Tree) Rules() []Rule {
	var rules []Rule
	var walk func(at int, way []premise)
	walk = func(at int, way []premise) {
		n := &t.Nodes[at]
		if n.Leaf() {
			rules = append(rules, Rule{If: t.conditions(way), Then: t.Says(n), Rows: n.Weight, Right: n.right()})
			return
		}
		for branch, child := range n.Children {
			walk(child, append(slices.Clip(way), premise{n, branch}))
		}
	}
	walk(0, nil)
	return rules
}

// right is the share of the rows of a node that have its class.
func (n *Node) right() float64 {
	if n.Counts == nil || n.Weight == 0 {
		return math.NaN()
	}
	return n.Counts[n.Class] / n.Weight
}

// A premise is a node on a way with the branch that was taken.
type premise struct {
	node   *Node
	branch int
}

// conditions writes the premises: one for all thresholds of a column, the last one for
// all questions after levels.
func (t *Tree) conditions(way []premise) (all []string) {
	done := map[int]bool{}
	for at, p := range way {
		switch s := p.node.Split.(type) {
		case Threshold:
			if !done[s.Column] {
				done[s.Column] = true
				all = append(all, t.between(s.Column, way[at:]))
			}
		case Levels:
			if !done[s.Column] {
				done[s.Column] = true
				all = append(all, t.narrowed(s.Column, way[at:]))
			}
		default:
			all = append(all, t.condition(p))
		}
	}
	return all
}

// condition writes a premise by itself.
func (t *Tree) condition(p premise) string {
	if s, ok := p.node.Split.(Oblique); ok {
		return t.sum(s) + " " + bound(s.At, ruleDigits, p.branch == 0)
	}
	return t.Asks(p.node) + " " + t.Answer(p.node, p.branch)
}

// ruleDigits is how many digits the numbers of rules have.
const ruleDigits = 6

// between writes the bounds that a way sets to a column.
func (t *Tree) between(column int, way []premise) string {
	low, high := math.Inf(-1), math.Inf(1)
	for _, p := range way {
		s, ok := p.node.Split.(Threshold)
		switch {
		case !ok || s.Column != column:
		case (p.branch == 0) != s.Reversed:
			high = min(high, s.At)
		default:
			low = max(low, s.At)
		}
	}
	name := t.ColumnName(column)
	switch {
	case math.IsInf(low, -1):
		return name + " " + t.bound(column, high, ruleDigits, true)
	case math.IsInf(high, 1):
		return name + " " + t.bound(column, low, ruleDigits, false)
	}
	return t.number(column, low, ruleDigits) + " < " + name + " " + t.bound(column, high, ruleDigits, true)
}

// narrowed writes the levels of a column that a way leaves.
func (t *Tree) narrowed(column int, way []premise) string {
	left := slices.Clone(way[0].node.Split.(Levels).To)
	for level := range left {
		left[level] = 0
	}
	for _, p := range way {
		if s, ok := p.node.Split.(Levels); ok && s.Column == column {
			for level, to := range s.To {
				if to != p.branch {
					left[level] = CannotTell
				}
			}
		}
	}
	return t.ColumnName(column) + " is " + t.levels(Levels{Column: column, To: left}, 0)
}

// Sheet returns the rules as a table, a row for each: the rule, what it says, how many
// training rows came there and which share of them it is right of.
func (t *Tree) Sheet() *figure.Sheet {
	s := &figure.Sheet{Title: fmt.Sprintf("Rules of a tree: %d leaves, %d tests, depth %d", t.Leaves(), t.Tests(), t.Depth()),
		Columns: []string{"if", "then", "rows"},
		Foot:    []string{"One rule holds for each row. Rows are training rows; one that was divided counts as its fraction."}}
	rules := t.Rules()
	if t.Classes != nil {
		s.Columns = append(s.Columns, "right")
	}
	for _, r := range rules {
		condition := strings.Join(r.If, " and ")
		if r.If == nil {
			condition = "always"
		}
		row := []figure.Cell{figure.Word(condition), figure.Word(r.Then), {Text: Weight(r.Rows), Value: r.Rows}}
		if t.Classes != nil {
			row = append(row, figure.Figures(r.Right, 3))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// Weight writes a number of rows, with one decimal where rows were divided.
func Weight(rows float64) string {
	if rows == math.Trunc(rows) {
		return strconv.FormatFloat(rows, 'f', 0, 64)
	}
	return strconv.FormatFloat(rows, 'f', 1, 64)
}
