package insight

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/internal/heading"
	"unfold/engine/stage/folds"
	"unfold/engine/tree"
	"unfold/engine/wording"
)

func init() {
	declare(engine.Stage{
		Name:     "tree",
		Summary:  "draws the tree that predicts, with the rows that come to its leaves",
		Use:      "Read what a tree asks, and how many rows come to each answer.",
		Avoid:    "A large tree is no explanation: prune it; of a forest one tree says little.",
		Citation: "Breiman, Friedman, Olshen, Stone 1984, doi:10.1201/9781315139470",
		Examples: []string{`load | sample(400) | cart | tree`, `load | sample(400) | pca(dim=3) | cart | cv(5) | tree(fold=2, leaves=10)`},
		Needs:    engine.NeedPredictions | engine.NeedTree,
		Rank:     230,
		Standard: true,
	}, func() *Tree { return new(Tree) })
}

// Tree draws the tree that predicts, of several folds that of one. On each stroke
// stands what is true of the rows that go along it; a leaf says its class, or its
// responses, with how many training rows came there and how many of them it is right
// of. Of a weighted sum the three largest terms are written. A tree of more leaves than
// can be read is drawn where it tells most rows apart: other parts are closed, and say
// how much they leave out.
//
// Alt has the rules of the leaves as sentences, of more than eight the three of most
// rows; all of them are the rows of [tree.Tree.Sheet].
//
// It fails with an *engine.Error for a fold that is not there, or was let go.
//
// Citation: Breiman, Friedman, Olshen, Stone 1984, doi:10.1201/9781315139470.
type Tree struct {
	Fold   int // which fold, counted from one
	Leaves int // how many leaves and closed parts are drawn at most
}

// Params declares the parameters.
func (m *Tree) Params(p *engine.Params) {
	p.Int(&m.Fold, "fold", 1, engine.AtLeast(1), "the fold to draw")
	p.Int(&m.Leaves, "leaves", 30, engine.AtLeast(2), "how many leaves are drawn at most; other parts of the tree are closed")
}

// View draws the figure.
func (m *Tree) View(ctx context.Context, r *engine.Report) (*figure.Figure, error) {
	run, err := folds.Run(r, m.Fold)
	if err != nil {
		return nil, err
	}
	grown, ok := run.Predictor.(tree.Predictor)
	if !ok {
		return nil, folds.Thinned(m.Fold)
	}
	t := grown.Tree()
	d := treeDrawing{Tree: t, open: openNodes(t, m.Leaves)}
	d.draw(0, -1, "", "")
	f := &figure.Figure{Name: "tree", Title: fmt.Sprintf("Tree of %s, depth %d", wording.Plural(t.Leaves(), "leaf"), t.Depth()) + folds.Title(r, m.Fold),
		X: figure.Axis{Label: "tests, from the root on", Labels: []string{}}, Y: figure.Axis{Label: "leaves", Labels: []string{}},
		Classes: t.Classes, Layers: []figure.Layer{d.nodes}}
	f.Caption = "Rows go from the root on the left along what is true of them. A leaf says what is predicted, " + leafLegend(t) + "; these are training rows, on which a tree flatters itself."
	f.Caption += preparedTests(run.Train.Columns)
	if d.closed > 0 {
		f.Caption += fmt.Sprintf(" %s closed: the view's leaves opens more.", wording.Plural(d.closed, "part")+" of the tree "+verb(d.closed))
	}
	f.Alt = describeTree(t)
	return f, ctx.Err()
}

// preparedTests says that tests are on other numbers than those of the file; a sentence with
// a space before it, or nothing.
func preparedTests(columns []engine.Column) string {
	at := slices.IndexFunc(columns, func(c engine.Column) bool { return c.Prepared != "" })
	if at < 0 {
		return ""
	}
	return fmt.Sprintf(" Tests are on columns as prepared, such as %s.", heading.Name(columns[at]))
}

// verb is what so many are.
func verb(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// leafLegend says what the numbers of a leaf are.
func leafLegend(t *tree.Tree) string {
	if t.Classes != nil {
		return "and of how many rows there it is right"
	}
	return "and of how many rows it is the mean"
}

// openNodes returns the inner nodes that are drawn with their children, so that no
// more leaves and closed parts are drawn than most: from the root on, the nodes that
// would tell most wrong if they were leaves.
func openNodes(t *tree.Tree, most int) map[int]bool {
	open := map[int]bool{}
	ends, shown := []int{0}, 1
	for {
		best := -1
		for at, i := range ends {
			n := &t.Nodes[i]
			if !n.Leaf() && shown+len(n.Children)-1 <= most && (best < 0 || wrong(n) > wrong(&t.Nodes[ends[best]])) {
				best = at
			}
		}
		if best < 0 {
			return open
		}
		i := ends[best]
		open[i] = true
		ends = append(slices.Delete(ends, best, best+1), t.Nodes[i].Children...)
		shown += len(t.Nodes[i].Children) - 1
	}
}

// wrong is how many rows a node does not tell right or, of responses, how far it is
// from their values: the sum of squares.
func wrong(n *tree.Node) float64 {
	if n.Counts != nil {
		return n.Weight - n.Counts[n.Class]
	}
	var variance float64
	for _, v := range n.Variance {
		variance += v
	}
	return float64(n.Weight * variance)
}

// A treeDrawing collects the nodes that are drawn.
type treeDrawing struct {
	*tree.Tree
	open   map[int]bool
	nodes  figure.Nodes
	closed int
}

// draw adds a node, below the parent, and what is open below it.
func (d *treeDrawing) draw(i, parent int, test, answer string) {
	n, at := &d.Nodes[i], len(d.nodes.Parent)
	text, closed := "", false
	switch {
	case n.Leaf():
		text = d.Says(n) + "  " + rowsOf(n)
	case !d.open[i]:
		leaves, tests := d.below(i)
		text, closed = fmt.Sprintf("… %s, %s", wording.Plural(leaves, "leaf"), wording.Plural(tests, "test")), true
		d.closed++
	}
	d.nodes.Parent, d.nodes.Text = append(d.nodes.Parent, parent), append(d.nodes.Text, text)
	d.nodes.Test, d.nodes.Answer = append(d.nodes.Test, test), append(d.nodes.Answer, answer)
	d.nodes.Tips, d.nodes.Closed = append(d.nodes.Tips, d.tip(n)), append(d.nodes.Closed, closed)
	if d.Classes != nil {
		d.nodes.Class = append(d.nodes.Class, n.Class)
	}
	if d.open[i] {
		for branch, child := range n.Children {
			d.draw(child, at, d.Asks(n), d.Answer(n, branch))
		}
	}
}

// below counts the leaves and tests of the part of the tree from a node on.
func (d *treeDrawing) below(i int) (leaves, tests int) {
	n := &d.Nodes[i]
	if n.Leaf() {
		return 1, 0
	}
	tests = 1
	for _, child := range n.Children {
		l, t := d.below(child)
		leaves, tests = leaves+l, tests+t
	}
	return leaves, tests
}

// rowsOf writes how many rows came to a leaf and, of classes, how many it is right of.
func rowsOf(n *tree.Node) string {
	if n.Counts == nil {
		return "(" + tree.Weight(n.Weight) + ")"
	}
	return fmt.Sprintf("(%s of %s)", tree.Weight(n.Counts[n.Class]), tree.Weight(n.Weight))
}

// tip writes what is known of the training rows of a node.
func (d *treeDrawing) tip(n *tree.Node) string {
	lines := []string{tree.Weight(n.Weight) + " training rows, " + d.Says(n)}
	if n.Weight == 1 {
		lines[0] = "1 training row, " + d.Says(n)
	}
	order := make([]int, len(n.Counts))
	for c := range order {
		order[c] = c
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(n.Counts[b], n.Counts[a]) })
	const most = 6
	for at, c := range order {
		if n.Counts[c] == 0 {
			break
		}
		if at == most {
			lines = append(lines, "…")
			break
		}
		lines = append(lines, d.ClassName(c)+" "+tree.Weight(n.Counts[c]))
	}
	for r, v := range n.Variance {
		name := "standard deviation"
		if len(n.Variance) > 1 {
			name += " of " + d.Responses[r]
		}
		lines = append(lines, fmt.Sprintf("%s %.3g", name, math.Sqrt(max(v, 0))))
	}
	return strings.Join(lines, "\n")
}

// describeTree tells the size of a tree and its rules, those of most rows first.
func describeTree(t *tree.Tree) string {
	const most, few = 8, 3
	rules := t.Rules()
	text := fmt.Sprintf("Tree of %s, %s, depth %d", wording.Plural(len(rules), "leaf"), wording.Plural(t.Tests(), "test"), t.Depth())
	if len(rules) > most {
		text += fmt.Sprintf("; the %d rules of most rows", few)
		slices.SortStableFunc(rules, func(a, b tree.Rule) int { return cmp.Compare(b.Rows, a.Rows) })
		rules = rules[:few]
	}
	var told []string
	for _, r := range rules {
		told = append(told, fmt.Sprintf("%s (%s)", r, wording.Plural(int(math.Round(r.Rows)), "row")))
	}
	return text + ". " + capital(strings.Join(told, "; ")) + "."
}

// capital begins a sentence.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
