package syntax

import (
	"go/format"
	goparser "go/parser"
	"go/token"
	"strings"
)

// stage returns an operand. One with comments inside stays as it is.
func (f *formatter) stage(o Operand) string {
	if f.commented(o.Bounds()) {
		return f.cell.Written(o)
	}
	switch o := o.(type) {
	case *Go:
		return f.expression(o)
	case *Stage:
		if len(o.Args) == 0 {
			return o.Name // load() says no more than load
		}
		args := make([]string, len(o.Args))
		for i, a := range o.Args {
			args[i] = f.arg(a)
		}
		return o.Name + "(" + strings.Join(args, ", ") + ")"
	}
	return ""
}

func (f *formatter) arg(a *Arg) string {
	value := f.value(a.Value)
	if a.Name == "" {
		return value
	}
	return a.Name + "=" + value
}

func (f *formatter) value(v Value) string {
	switch v := v.(type) {
	case *Go:
		if s := v.stage(); s != nil {
			return f.stage(s)
		}
		return f.expression(v)
	case *List:
		items := make([]string, len(v.Items))
		for i, g := range v.Items {
			items[i] = f.value(g)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case *Range:
		text := f.expression(v.Low) + ".." + f.expression(v.High)
		switch {
		case v.Log != nil:
			text += " log " + f.expression(v.Log)
		case v.By != nil:
			text += " by " + f.expression(v.By)
		}
		return text
	}
	return f.cell.Written(v)
}

// expression returns a Go expression as gofmt has it. One with comments, or
// with more than one line, as a function has, stays as it is.
func (f *formatter) expression(g *Go) string {
	written := f.cell.Written(g)
	if f.commented(g.Extent) || strings.Contains(written, "\n") {
		return written
	}
	inner := &formatter{cell: f.cell, flats: f.flats}
	expr, err := goparser.ParseExpr(inner.hide(g))
	if err != nil {
		return written
	}
	var b strings.Builder
	if format.Node(&b, token.NewFileSet(), expr) != nil || strings.Contains(b.String(), "\n") {
		return written
	}
	text := b.String()
	for _, h := range inner.hidden {
		flat, _ := f.flat(h.node)
		text = strings.Replace(text, h.name, flat, 1)
	}
	return text
}
