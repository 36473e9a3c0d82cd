package dsl

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"unfold/dsl/cell"
	"unfold/engine"
)

// Describe explains a stage, as Shift-Tab and `unfold doc` show it.
func Describe(s *engine.Stage) cell.Help {
	return cell.Help{Text: describeText(s), Markdown: describeMarkdown(s)}
}

func describeText(s *engine.Stage) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s: %s %s\n", s.Signature(), s.Role, s.Name, s.Summary)
	if s.Formula != "" {
		fmt.Fprintf(&b, "\n  %s\n", strings.ReplaceAll(s.Formula, "\n", "\n  "))
	}
	if params := engine.ParamsOf(s.Make()); len(params) > 0 {
		b.WriteString("\n")
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, p := range params {
			fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", p.Name, byDefault(p), allowed(p), p.Doc)
		}
		w.Flush() //nolint:errcheck // to memory
	}
	if len(s.Examples) > 0 {
		b.WriteString("\nfor example\n  " + strings.Join(s.Examples, "\n  ") + "\n")
	}
	if s.Citation != "" {
		b.WriteString("\n" + s.Citation + "\n")
	}
	return b.String()
}

func describeMarkdown(s *engine.Stage) string {
	var b strings.Builder
	fmt.Fprintf(&b, "`%s`\n\n**%s** — %s %s\n", s.Signature(), s.Role, s.Name, s.Summary)
	if s.Formula != "" {
		fmt.Fprintf(&b, "\n```\n%s\n```\n", s.Formula)
	}
	if params := engine.ParamsOf(s.Make()); len(params) > 0 {
		b.WriteString("\n| parameter | default | must be | |\n|---|---|---|---|\n")
		for _, p := range params {
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", p.Name, byDefault(p), allowed(p), p.Doc)
		}
	}
	for _, e := range s.Examples {
		fmt.Fprintf(&b, "\n```\n%s\n```\n", e)
	}
	if s.Citation != "" {
		b.WriteString("\n" + s.Citation + "\n")
	}
	return b.String()
}

func byDefault(p *engine.Param) string {
	if p.Required {
		return "required"
	}
	return p.Format(p.Default)
}

func allowed(p *engine.Param) string {
	if text := p.Rule.String(); text != engine.AnyValue().String() {
		return text
	}
	return p.Type.String()
}

// Reference lists the stages of a catalogue by role, a line each.
func Reference(c *engine.Catalogue) string {
	var b strings.Builder
	for _, role := range engine.Roles() {
		names := c.Names(role)
		if len(names) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s\n", role)
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		for _, name := range names {
			s, _ := c.Lookup(name)
			fmt.Fprintf(w, "  %s\t%s\n", name, s.Summary)
		}
		w.Flush() //nolint:errcheck // to memory
		b.WriteString("\n")
	}
	return b.String()
}

// Inspect explains the word at the cursor: a stage, a stage's parameter, a
// function of the language, or a Go name.
func (s *Session) Inspect(code string, cursor, detail int) (cell.Help, bool) {
	if h, ok := s.inspectCommand(code, cursor, detail); ok {
		return h, true
	}
	at := locate(code, cursor)
	if at.word == "" && at.stage != "" {
		at.word = at.stage // inside its parentheses a call explains itself
	}
	if stage, ok := s.catalogue.Lookup(at.stage); ok {
		for _, p := range engine.ParamsOf(stage.Make()) {
			if p.Name == at.word {
				return parameterHelp(stage, p), true
			}
		}
	}
	if h, ok := s.explainWord(at.word); ok && !s.golang.Declared(at.word) {
		return h, true
	}
	return s.inspectGo(at.selector, at.word, detail)
}

func parameterHelp(s *engine.Stage, p *engine.Param) cell.Help {
	text := fmt.Sprintf("%s of %s: %s\ndefault %s, must be %s\n", p.Name, s.Name, p.Doc, byDefault(p), allowed(p))
	return cell.Help{Text: text, Markdown: text}
}
