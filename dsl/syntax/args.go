package syntax

import (
	"fmt"
	"go/token"
)

// hasNamed reports whether the parenthesis at lexeme i opens a call with named
// arguments.
func (p *parser) hasNamed(i int) bool {
	switch p.kind(i - 1) {
	case token.IDENT, token.RPAREN, token.RBRACK, token.RBRACE:
	default:
		return false
	}
	for j := i + 1; j < p.partner[i]; j = p.after(j) {
		if p.isName(j) && (p.kind(j-1) == token.COMMA || j == i+1 || p.isAuto(j-1)) {
			return true
		}
	}
	return false
}

// isName reports whether lexeme i is the name of an argument. Keywords will
// do: range=2 means nothing else.
func (p *parser) isName(i int) bool {
	return p.kind(i+1) == token.ASSIGN && (p.kind(i) == token.IDENT || p.kind(i).IsKeyword())
}

// args reads the arguments in the parentheses at lexeme open. Those of a stage
// may be candidates.
func (p *parser) args(open int, stage bool) []*Arg {
	closing := p.partner[open]
	var args []*Arg
	for i := open + 1; i < closing; {
		end := i
		for end < closing && p.kind(end) != token.COMMA && !p.isAuto(end) {
			end = p.after(end)
		}
		switch {
		case end == i && p.kind(end) == token.COMMA:
			p.report(p.extent(end, end+1), "an argument is missing before ,", "", "add it, or take out the comma")
		case end > i:
			args = append(args, p.arg(i, end, stage))
		}
		if p.isAuto(end) && end+1 < closing {
			p.report(p.extent(end-1, end), "a comma is missing at the end of the line", "arguments stand apart by commas", "add one")
		}
		i = end + 1
	}
	p.order(args)
	return args
}

// arg reads the argument from lexeme lo up to hi.
func (p *parser) arg(lo, hi int, stage bool) *Arg {
	a := &Arg{Extent: p.extent(lo, hi)}
	if p.isName(lo) {
		a.Name, a.Word = p.word(lo), p.extent(lo, lo+1)
		lo += 2
		if lo == hi {
			p.report(p.extent(lo-2, hi), fmt.Sprintf("a value is missing after %s=", a.Name), "", "add it, or leave the argument out to have its default")
			a.Value = &Go{Extent: p.extent(hi, hi)}
			return a
		}
	} else if stage && p.kind(lo) == token.IDENT && p.kind(lo+1) == token.COLON {
		a.Name, a.Word = p.word(lo), p.extent(lo, lo+1)
		p.report(p.extent(lo+1, lo+2), fmt.Sprintf("a colon stands after %s", a.Name), "named arguments are given with =", fmt.Sprintf("write %s=", a.Name))
		lo = min(lo+2, hi)
	}
	if a.Value = p.candidates(lo, hi, stage); a.Value == nil {
		a.Value = p.goText(lo, hi)
	}
	return a
}

// order reports arguments that are doubled or stand in the wrong order.
func (p *parser) order(args []*Arg) {
	named := map[string]bool{}
	for _, a := range args {
		switch {
		case a.Name == "" && len(named) > 0:
			p.report(a.Extent, "an argument without a name stands after one with a name", "positions are counted from the first argument", "move it to the front, or name it")
		case a.Name != "" && named[a.Name]:
			p.report(a.Word, fmt.Sprintf("argument %s is given twice", a.Name), "", "keep one of them")
		}
		if a.Name != "" {
			named[a.Name] = true
		}
	}
}

// candidates reads the values of a stage's argument that are for a choice. It
// returns nil for a Go value.
func (p *parser) candidates(lo, hi int, stage bool) Value {
	if !stage || lo >= hi {
		return nil
	}
	if p.saysAuto(lo, hi) {
		return &Auto{p.extent(lo, hi)}
	}
	if p.kind(lo) == token.LBRACK && p.after(lo) == hi {
		return p.list(lo, hi)
	}
	for i := lo; i < hi; i = p.after(i) {
		if p.kind(i) == dots {
			return p.span(lo, i, hi)
		}
	}
	return nil
}

// saysAuto reports whether the lexemes are the word auto, as the language has
// it.
func (p *parser) saysAuto(lo, hi int) bool {
	return hi == lo+1 && p.kind(lo) == token.IDENT && p.word(lo) == "auto" && !p.isGo(lo)
}

func (p *parser) list(lo, hi int) *List {
	l := &List{Extent: p.extent(lo, hi)}
	for i := lo + 1; i < hi-1; {
		end := i
		for end < hi-1 && p.kind(end) != token.COMMA && !p.isAuto(end) {
			end = p.after(end)
		}
		if p.saysAuto(i, end) {
			l.Items = append(l.Items, &Auto{p.extent(i, end)})
		} else if end > i {
			l.Items = append(l.Items, p.goText(i, end))
		} else if p.kind(end) == token.COMMA {
			p.report(p.extent(end, end+1), "a value is missing before ,", "", "add it, or take out the comma")
		}
		i = end + 1
	}
	if len(l.Items) == 0 {
		p.report(l.Extent, "the list of candidates is empty", "", "give at least one value: [5, 7, 9]")
	}
	return l
}

// span reads a range whose dots are lexeme at.
func (p *parser) span(lo, at, hi int) *Range {
	r := &Range{Extent: p.extent(lo, hi)}
	by := at + 1
	for by < hi && !p.isStep(by) {
		by = p.after(by)
	}
	end := func(lo, hi int, what string) *Go {
		if lo >= hi {
			p.report(p.extent(at, at+1), "the range has no "+what, "", "write it as 3..15, 3..15 by 2 or 1e-6..1 log 7")
			return &Go{Extent: p.extent(lo, lo)}
		}
		return p.goText(lo, hi)
	}
	r.Low, r.High = end(lo, at, "lower end"), end(at+1, by, "upper end")
	switch {
	case by == hi:
	case p.word(by) == "log":
		r.Log = end(by+1, hi, "count after log")
	default:
		r.By = end(by+1, hi, "step after by")
	}
	return r
}

// isStep reports whether lexeme i is the by or log of a range: in Go no word
// stands directly behind a value.
func (p *parser) isStep(i int) bool {
	if p.kind(i) != token.IDENT || p.wantsValue(i) || p.kind(i-1) == token.PERIOD {
		return false
	}
	return p.word(i) == "by" || p.word(i) == "log"
}
