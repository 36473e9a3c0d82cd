package lower

import (
	"strconv"

	"unfold/dsl/diag"
	"unfold/dsl/syntax"
)

// Package is the name under which lowered text finds the session.
const Package = "uf__"

// A Site is where a pipeline or a stage was written.
type Site struct {
	Span diag.Span // of a pipeline the whole, of a stage its word
	Name string    // the stage's; empty for a pipeline
	Text string    // as it was written
	Args []ArgSite // the stage's, in the order of the call
}

// An ArgSite is where an argument was written.
type ArgSite struct {
	Name string    // empty when it is given by position
	Span diag.Span // of its value
}

// Lower returns the Go text of a cell without findings, and its sites. Their
// numbers in the text begin at base, so that the sites of all cells of a
// session fit one table.
func Lower(c *syntax.Cell, base int) (string, []Site) {
	l := &lowering{writer: writer{source: c.Source, faithful: true}, cell: c, base: base}
	l.goText(c.Go)
	return l.text.String(), l.sites
}

type lowering struct {
	writer
	cell  *syntax.Cell
	base  int
	sites []Site
}

// site enters a site in the table and writes its number.
func (l *lowering) site(s Site) {
	l.put(strconv.Itoa(l.base + len(l.sites)))
	l.sites = append(l.sites, s)
}

// goText copies Go, apart from the nodes in it.
func (l *lowering) goText(g *syntax.Go) {
	at := g.From
	for _, n := range g.Nodes {
		e := n.Bounds()
		l.copy(at, e.From)
		switch n := n.(type) {
		case *syntax.Pipeline:
			l.pipeline(n)
		case *syntax.Call:
			l.put("(")
			l.arguments(n.Args, false, e.From+1, e.To-1)
		}
		at = e.To
	}
	l.copy(at, g.To)
}

func (l *lowering) pipeline(p *syntax.Pipeline) {
	l.place(p.From)
	l.put(Package + ".Pipe(")
	l.site(Site{Span: l.cell.Span(p), Text: l.cell.Written(p)})
	at := p.From
	for _, o := range p.Operands {
		l.put(", ")
		l.lines(at, o.Bounds().From)
		switch o := o.(type) {
		case *syntax.Stage:
			l.stage(o)
		case *syntax.Go:
			l.goText(o)
		}
		at = o.Bounds().To
	}
	l.put(")")
}

func (l *lowering) stage(s *syntax.Stage) {
	site := Site{Span: l.cell.Span(s.Word), Name: s.Name, Text: l.cell.Written(s)}
	for _, a := range s.Args {
		site.Args = append(site.Args, ArgSite{Name: a.Name, Span: l.cell.Span(a.Value)})
	}
	l.place(s.From)
	l.put(Package + ".Stage(")
	l.site(site)
	l.put(", " + strconv.Quote(s.Name))
	if s.Bare {
		l.put(")")
		return
	}
	l.arguments(s.Args, true, s.Word.To, s.To-1)
}

// arguments writes arguments, each behind a comma or, without one before the
// first, between them, and the parenthesis that closes the call. They stand
// between the two offsets.
func (l *lowering) arguments(args []*syntax.Arg, comma bool, from, to int) {
	for _, a := range args {
		if comma {
			l.put(", ")
		}
		comma = true
		l.lines(from, a.From)
		if a.Name != "" {
			l.put(Package + ".Named(" + strconv.Quote(a.Name) + ", ")
			l.lines(a.From, a.Value.Bounds().From)
		}
		l.value(a.Value)
		if a.Name != "" {
			l.put(")")
		}
		from = a.To
	}
	if l.breaks(from, to) {
		l.put(",") // or Go would end the statement here
	}
	l.lines(from, to)
	l.put(")")
}

func (l *lowering) value(v syntax.Value) {
	switch v := v.(type) {
	case *syntax.Go:
		l.goText(v)
	case *syntax.Auto:
		l.put(Package + ".Auto")
	case *syntax.List:
		l.candidates("List", v, v.Items...)
	case *syntax.Range:
		switch {
		case v.Log != nil:
			l.candidates("LogRange", v, v.Low, v.High, v.Log)
		case v.By != nil:
			l.candidates("Range", v, v.Low, v.High, v.By)
		default:
			l.candidates("Range", v, v.Low, v.High)
		}
	}
}

// candidates writes a call with the parts of a value.
func (l *lowering) candidates(function string, whole syntax.Value, parts ...syntax.Value) {
	l.put(Package + "." + function + "(")
	at := whole.Bounds().From
	for i, part := range parts {
		if i > 0 {
			l.put(", ")
		}
		l.lines(at, part.Bounds().From)
		l.value(part)
		at = part.Bounds().To
	}
	if function == "Range" && len(parts) == 2 {
		l.put(", 1")
	}
	if l.breaks(at, whole.Bounds().To) {
		l.put(",")
	}
	l.lines(at, whole.Bounds().To)
	l.put(")")
}
