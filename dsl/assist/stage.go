package assist

import (
	"fmt"
	"slices"
	"strings"

	"unfold/dsl/cell"
	"unfold/engine"
)

// Describe explains a stage of a catalogue, as Shift-Tab shows it; of what all stages
// of its role take it tells the names.
func Describe(c *engine.Catalogue, s *engine.Stage) cell.Help { return describe(c, s, false) }

// describe explains a stage, and what all of its role take if it is to be whole.
func describe(c *engine.Catalogue, s *engine.Stage, whole bool) cell.Help {
	var p page
	p.signature(s.Signature())
	p.lead(s.Role.String(), s.Name+" "+s.Summary)
	if s.Formula != "" {
		p.code(s.Formula)
	}
	var own []*engine.Param
	var shared []*engine.Param
	var names []string
	for _, param := range engine.ParamsOf(s.Make()) {
		if param.Shared {
			shared, names = append(shared, param), append(names, param.Name)
			continue
		}
		own = append(own, param)
	}
	p.parameters(c, own)
	for _, param := range engine.ParamsOf(s.Make()) {
		if text := candidateSentence(c, s, param); text != "" {
			p.say(text)
			break // one example shows how
		}
	}
	if len(s.Examples) > 0 {
		p.say("for example")
		p.code(strings.Join(s.Examples, "\n"))
	}
	switch {
	case len(shared) > 0 && whole:
		p.say("as every " + s.Role.String() + " it takes")
		p.parameters(c, shared)
	case len(shared) > 0:
		p.say("as every " + s.Role.String() + " it takes " + strings.Join(names, ", "))
	}
	if len(s.Aliases) > 0 {
		p.say("elsewhere called " + strings.Join(s.Aliases, ", "))
	}
	if s.Citation != "" {
		p.say(s.Citation)
	}
	return p.help()
}

// DescribeShared explains what every stage of a role takes; nothing where that is nothing.
func DescribeShared(c *engine.Catalogue, r engine.Role) cell.Help {
	var p page
	for _, name := range c.Names(r) {
		stage, _ := c.Lookup(name)
		params := slices.DeleteFunc(engine.ParamsOf(stage.Make()), func(param *engine.Param) bool { return !param.Shared })
		if len(params) > 0 {
			p.say("every " + r.String() + " takes")
			p.parameters(c, params)
			break
		}
	}
	return p.help()
}

// parameters is a table of parameters.
func (p *page) parameters(c *engine.Catalogue, params []*engine.Param) {
	var rows [][]string
	for _, param := range params {
		rows = append(rows, []string{param.Name, defaultText(param), allowedText(c, param), param.Doc})
	}
	p.table([]string{"parameter", "default", "must be", ""}, rows)
}

func parameterHelp(c *engine.Catalogue, s *engine.Stage, param *engine.Param) cell.Help {
	var p page
	p.signature(param.Name + "=" + defaultText(param))
	p.lead(s.Name, param.Doc)
	p.say(fmt.Sprintf("default %s, must be %s", defaultText(param), allowedText(c, param)))
	if text := candidateSentence(c, s, param); text != "" {
		p.say(text)
	}
	if text := simplicityText(param); text != "" {
		p.say(text)
	}
	return p.help()
}

// simplicityText tells which of candidates with equal scores is chosen; nothing
// where the parameter does not say.
func simplicityText(p *engine.Param) string {
	switch p.Simplicity {
	case engine.Smaller:
		return "the smaller, the simpler: of candidates with equal scores the smallest is chosen"
	case engine.Larger:
		return "the larger, the simpler: of candidates with equal scores the largest is chosen"
	}
	return ""
}

func defaultText(p *engine.Param) string {
	if p.Required {
		return "required"
	}
	return p.Format(p.Default)
}

// allowedText tells what a parameter may be, of a stage its words as well.
func allowedText(c *engine.Catalogue, p *engine.Param) string {
	if p.Type == engine.Nested {
		text := p.Wanted() + ": " + strings.Join(c.Taken(p), ", ")
		if slices.Contains(engine.Words(p.Rule), "auto") {
			text += ", or auto"
		}
		return text
	}
	if text := p.Rule.String(); text != engine.AnyValue().String() {
		return text
	}
	return p.Type.String()
}

// reference lists the stages of a catalogue by role, a line each.
func reference(c *engine.Catalogue) *page {
	p := new(page)
	for _, role := range engine.Roles() {
		names := c.Names(role)
		if len(names) == 0 {
			continue
		}
		p.text.WriteString(role.String())
		var rows [][]string
		for _, name := range names {
			s, _ := c.Lookup(name)
			rows = append(rows, []string{name, s.Summary})
		}
		p.table([]string{role.String(), ""}, rows)
		p.text.WriteString("\n")
	}
	return p
}
