package syntax

import (
	"fmt"
	"go/token"

	"unfold/dsl/diag"
)

// A chain is operands between bars that may turn out a pipeline, with what
// would then be wrong with it.
type chain struct {
	operands []span
	end      int // the lexeme behind it
	faults   diag.List
}

// pipeline reads the chain of operands, or the stage alone, at lexeme i. It
// returns nil if that is Go's.
func (p *parser) pipeline(i, hi int) (Node, int) {
	end := p.operandEnd(i, hi)
	if end < 0 {
		return nil, i
	}
	inside := i < p.plain && p.kind(i-1) == token.OR // of a chain that is Go's
	if inside || !p.isBar(i, end, hi) {
		return p.alone(i, end)
	}
	c := p.chain(i, end, hi)
	ours := false
	for _, o := range c.operands {
		ours = ours || p.marks(o) || o.from > i && p.joins(o.from-1)
	}
	if !ours {
		p.plain = max(p.plain, c.end)
		return p.alone(i, end)
	}
	p.found = append(p.found, c.faults...)
	p.precedes(i)
	p.comesAfter(c)
	n := &Pipeline{Extent: p.extent(i, c.operands[len(c.operands)-1].to)}
	for _, o := range c.operands {
		n.Operands = append(n.Operands, p.operand(o))
	}
	return n, c.end
}

// isBar reports whether lexeme at joins the operand before it, from lo, to
// another. Two bars in one are Go's, unless a stage stands beside them.
func (p *parser) isBar(lo, at, hi int) bool {
	switch {
	case at >= hi:
		return false
	case p.kind(at) == token.OR:
		return true
	case p.kind(at) == token.LOR:
		return p.isStage(lo) || at+1 < hi && p.isStage(at+1)
	}
	return false
}

// chain reads operands and bars for as long as they alternate.
func (p *parser) chain(i, end, hi int) chain {
	c := chain{operands: []span{{i, end}}, end: end}
	fault := func(e Extent, summary, remedy string) {
		c.faults = append(c.faults, diag.New(p.Source, e.From, e.To, diag.Syntax, summary, "", remedy))
	}
	for last := i; p.isBar(last, c.end, hi); {
		first, bar := c.end, c.end
		for bar+1 < hi && p.isBar(bar, bar+1, hi) {
			bar++
		}
		if bar > first || p.kind(bar) == token.LOR {
			fault(p.extent(first, bar+1), "a stage is missing between | and |", "put a stage there, or take out one of the bars")
		}
		next := p.operandEnd(bar+1, hi)
		if next < 0 || p.beginsStatement(bar, next) {
			fault(p.extent(bar, bar+1), "a stage is missing after |", "add the stage, or take out the bar")
			c.end = bar + 1
			return c
		}
		c.operands = append(c.operands, span{bar + 1, next})
		last, c.end = bar+1, next
	}
	return c
}

// beginsStatement reports whether what follows the bar is the next line's own
// statement, an assignment that ends at lexeme next.
func (p *parser) beginsStatement(bar, next int) bool {
	here, _ := p.Position(p.lexemes[bar].from)
	there, _ := p.Position(p.lexemes[bar+1].from)
	if here == there {
		return false
	}
	for p.kind(next) == token.COMMA && p.kind(next+1) == token.IDENT && p.around[bar] < 0 {
		next += 2
	}
	k := p.kind(next)
	return k == token.DEFINE || k == token.ASSIGN
}

// marks reports whether an operand makes its chain a pipeline.
func (p *parser) marks(o span) bool {
	if !p.isWord(o.from, o.to) {
		return false
	}
	if o.to == o.from+1 {
		return p.isStage(o.from) || p.holdsPipeline(o.from)
	}
	return p.isStage(o.from) || p.hasNamed(o.from+1)
}

// joins reports whether the bar at lexeme i is known to join pipelines.
func (p *parser) joins(i int) bool {
	joiner, ok := p.env.(Joiner)
	return ok && joiner.Joins(p.Position(p.lexemes[i].from))
}

// alone reads a stage that no bar joins to another. Of an expression that
// goes on behind the call, load("x").Data(), it is the beginning.
func (p *parser) alone(i, end int) (Node, int) {
	called := p.kind(i) == token.IDENT && i+1 < end && p.kind(i+1) == token.LPAREN
	if called {
		end = p.after(i + 1)
	}
	if !p.isWord(i, end) || p.isGo(i) {
		return nil, i
	}
	stage := p.env.IsStage(p.word(i))
	if !stage && !(called && p.hasNamed(i+1)) {
		return nil, i
	}
	if !p.follows(end) || !called && (p.kind(end) == token.PERIOD || p.kind(end) == token.LBRACK || p.assigned(end)) {
		return nil, i
	}
	return &Pipeline{Extent: p.extent(i, end), Operands: []Operand{p.operand(span{i, end})}}, end
}

// assigned reports whether the word before lexeme i is in a list of names that
// something is assigned to.
func (p *parser) assigned(i int) bool {
	if open := p.around[i-1]; open >= 0 && p.kind(open) == token.LPAREN {
		return false // among arguments, what follows is a name of its own
	}
	for p.kind(i) == token.COMMA && p.kind(i+1) == token.IDENT {
		i += 2
	}
	return p.kind(i) == token.ASSIGN || p.kind(i) == token.DEFINE
}

// operand reads one operand of a pipeline. A word that neither Go nor the
// language knows can only be meant for a stage.
func (p *parser) operand(o span) Operand {
	if !p.isWord(o.from, o.to) || p.isGo(o.from) {
		return p.goText(o.from, o.to)
	}
	s := &Stage{
		Extent: p.extent(o.from, o.to),
		Name:   p.word(o.from),
		Word:   p.extent(o.from, o.from+1),
		Known:  p.env.IsStage(p.word(o.from)),
		Bare:   o.to == o.from+1,
	}
	if !s.Bare {
		s.Args = p.args(o.from+1, true)
	}
	return s
}

// precedes reports an operator that would take the first operand away.
func (p *parser) precedes(i int) {
	switch k := p.kind(i - 1); k {
	case token.ADD, token.SUB, token.MUL, token.QUO, token.REM, token.AND, token.XOR, token.SHL, token.SHR, token.AND_NOT, token.NOT:
		p.report(p.extent(i-1, i), fmt.Sprintf("the operator %s stands directly before a pipeline", k),
			"it would take the first operand for itself", "put parentheses around the pipeline, or around the operands of "+k.String())
	}
}

// join is what to do about a word or value that follows a stage without a bar: an
// argument stands in parentheses.
func (p *parser) join(i int, before string) string {
	switch {
	case !token.IsIdentifier(before):
	case p.kind(i).IsLiteral() && p.kind(i) != token.IDENT:
		return fmt.Sprintf("write %s(%s)", before, p.word(i))
	case i+1 < len(p.lexemes) && p.kind(i+1) == token.ASSIGN:
		return fmt.Sprintf("arguments stand in parentheses: %s(%s=...)", before, p.word(i))
	}
	return "join stages with |"
}

// comesAfter reports what stands behind a pipeline and belongs neither to it
// nor to the Go around it.
func (p *parser) comesAfter(c chain) {
	i := c.end
	if i >= len(p.lexemes) || len(c.faults) > 0 && p.kind(i-1) == token.OR {
		return
	}
	before := p.Text[p.lexemes[c.operands[len(c.operands)-1].from].from:p.lexemes[i-1].to]
	switch k := p.kind(i); {
	case k == token.IDENT || k.IsLiteral():
		p.report(p.extent(i, i+1), fmt.Sprintf("%s follows %s without a bar", p.word(i), before), "", p.join(i, before))
	case k == token.ADD || k == token.SUB || k == token.MUL || k == token.QUO || k == token.REM || k == token.AND || k == token.XOR || k == token.SHL || k == token.SHR:
		p.report(p.extent(i, i+1), fmt.Sprintf("the operator %s stands directly behind a pipeline", k), "it would take the last operand for itself", "put parentheses around the pipeline")
	}
}
