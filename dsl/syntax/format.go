package syntax

import (
	"errors"
	"fmt"
	"go/scanner"
	"strings"

	"unfold/dsl/diag"
)

// columns is how wide a line may be before its pipeline is broken.
const columns = 100

// Format prints a text canonically: a pipeline on one line where that fits, or
// else a stage a line, each behind its bar; arguments named as they are; the
// Go around as gofmt has it. Comments stay. The result means what src means,
// and formatting it again changes nothing.
//
// A text with findings is returned as it is, with the findings as the error.
func Format(name, src string, env Env) (string, error) {
	c, found := Parse(name, src, env)
	if err := found.Err(); err != nil {
		return src, err
	}
	f := &formatter{cell: c, flats: map[Node]string{}}
	text, err := tidy(f.hide(c.Go))
	if err != nil {
		return src, diag.List{unreadable(err)}
	}
	return f.reveal(text), nil
}

// A formatter hides what is not Go behind names while gofmt works.
type formatter struct {
	cell   *Cell
	hidden []hidden
	flats  map[Node]string // nodes on one line, each written once
}

// hidden is a node and the name that stands for it.
type hidden struct {
	node Node
	name string
}

// hide returns the Go text with a name in the place of each node. Names are
// as long as the node on one line, so that gofmt aligns what follows.
func (f *formatter) hide(g *Go) string {
	var b strings.Builder
	at := g.From
	for _, n := range g.Nodes {
		e := n.Bounds()
		b.WriteString(f.cell.Text[at:e.From])
		name := fmt.Sprintf("uf__%d_", len(f.hidden))
		if flat, ok := f.flat(n); ok && len(flat) < columns {
			name += strings.Repeat("_", max(0, len([]rune(flat))-len(name)))
		}
		f.hidden = append(f.hidden, hidden{n, name})
		if _, call := n.(*Call); call {
			name = "(" + name + ")"
		}
		b.WriteString(name)
		at = e.To
	}
	b.WriteString(f.cell.Text[at:g.To])
	return b.String()
}

// reveal puts the nodes back, from the first to the last, each as broad as
// the line has room for it.
func (f *formatter) reveal(text string) string {
	var b strings.Builder
	for _, h := range f.hidden {
		before, after, _ := strings.Cut(text, h.name)
		b.WriteString(before)
		written := b.String()
		line := written[strings.LastIndexByte(written, '\n')+1:]
		indent := line[:len(line)-len(strings.TrimLeft(line, "\t"))]
		b.WriteString(f.print(h.node, indent, width(line)))
		text = after
	}
	b.WriteString(text)
	whole := strings.TrimSpace(b.String())
	if whole == "" {
		return ""
	}
	return whole + "\n"
}

// width counts columns, a tab as four.
func width(line string) int {
	return len([]rune(line)) + 3*strings.Count(line, "\t")
}

// print returns a node that begins in a column of a line with an indent.
func (f *formatter) print(n Node, indent string, column int) string {
	flat, ok := f.flat(n)
	if ok && column+width(flat) <= columns {
		return flat
	}
	switch n := n.(type) {
	case *Call:
		if f.commented(Extent{n.From, n.To}) {
			return strings.TrimSpace(f.cell.Text[n.From+1 : n.To-1])
		}
		var b strings.Builder
		for _, a := range n.Args {
			b.WriteString("\n" + indent + "\t" + f.arg(a) + ",")
		}
		return b.String() + "\n" + indent
	case *Pipeline:
		if len(n.Operands) > 1 {
			return f.tall(n, indent+"\t")
		}
		return f.alone(n)
	}
	return flat
}

// alone returns a pipeline of one stage. Its parentheses stay, even empty:
// load().Data() is a call of a stage, load.Data() would be Go's.
func (f *formatter) alone(p *Pipeline) string {
	if s, ok := p.Operands[0].(*Stage); ok && !s.Bare && len(s.Args) == 0 && !f.commented(p.Extent) {
		return s.Name + "()"
	}
	return f.stage(p.Operands[0])
}

// flat returns a node on one line, if comments let it be.
func (f *formatter) flat(n Node) (string, bool) {
	text, done := f.flats[n]
	if !done {
		text = f.join(n)
		f.flats[n] = text
	}
	return text, !f.commented(n.Bounds()) && !strings.Contains(text, "\n")
}

func (f *formatter) join(n Node) string {
	var parts []string
	between := ", "
	switch n := n.(type) {
	case *Call:
		for _, a := range n.Args {
			parts = append(parts, f.arg(a))
		}
	case *Pipeline:
		if len(n.Operands) == 1 {
			parts = append(parts, f.alone(n))
			break
		}
		between = " | "
		for _, o := range n.Operands {
			parts = append(parts, f.stage(o))
		}
	}
	return strings.Join(parts, between)
}

// tall returns a pipeline with a stage a line. A comment stays behind the
// stage on whose line it begins, or before the next on lines of its own.
func (f *formatter) tall(p *Pipeline, indent string) string {
	var b strings.Builder
	for i, o := range p.Operands {
		if i > 0 {
			for _, c := range f.between(p.Operands[i-1], o) {
				if f.line(c.From) == f.line(p.Operands[i-1].Bounds().To) {
					b.WriteString(" " + f.comment(c))
				} else {
					b.WriteString("\n" + indent + f.comment(c))
				}
			}
			b.WriteString("\n" + indent + "| ")
		}
		b.WriteString(f.stage(o))
	}
	return b.String()
}

// between returns the comments that stand between two operands.
func (f *formatter) between(a, b Operand) []Extent {
	var comments []Extent
	for _, c := range f.cell.comments {
		if c.From >= a.Bounds().To && c.To <= b.Bounds().From {
			comments = append(comments, c)
		}
	}
	return comments
}

func (f *formatter) comment(c Extent) string { return strings.TrimSpace(f.cell.Written(c)) }

func (f *formatter) line(offset int) int {
	line, _ := f.cell.Position(offset)
	return line
}

// commented reports whether a comment begins inside the extent.
func (f *formatter) commented(e Extent) bool {
	for _, c := range f.cell.comments {
		if e.From <= c.From && c.From < e.To {
			return true
		}
	}
	return false
}

// unreadable turns an error of gofmt into a finding. Its place is that in the
// text with names, and so is left out.
func unreadable(err error) diag.Finding {
	detail := err.Error()
	var faults scanner.ErrorList
	if errors.As(err, &faults) && len(faults) > 0 {
		detail = faults[0].Msg
	}
	return diag.Finding{Kind: diag.Syntax, Summary: "the Go around the pipelines cannot be read", Detail: detail, Remedy: "run the cell to see where"}
}
