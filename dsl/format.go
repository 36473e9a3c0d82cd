package dsl

import (
	"strings"

	"unfold/dsl/cell"
	"unfold/dsl/command"
	"unfold/dsl/syntax"
)

// Pending tells whether the reader has finished typing a cell.
func (s *Session) Pending(code string) (indent string, state cell.Completeness) {
	if pieces := command.Cut(code); command.Any(pieces) && len(pieces) > 0 {
		return s.pendingWith(code, pieces)
	}
	state, indent = syntax.Pending(code, scope{s})
	return indent, state
}

// Format prints a cell of the given name canonically.
func (s *Session) Format(name, code string) (string, error) {
	if pieces := command.Cut(code); command.Any(pieces) {
		return s.formatWith(name, code, pieces)
	}
	return syntax.Format(name, code, scope{s})
}

// pendingWith is Pending for a cell with commands: its Go must be whole. A
// cell that is one command's ends with a blank line.
func (s *Session) pendingWith(code string, pieces []command.Piece) (indent string, state cell.Completeness) {
	if pieces[0].Sign == "%%" {
		if strings.HasSuffix(code, "\n\n") {
			return "", cell.Complete
		}
		return "", cell.Incomplete
	}
	state, indent = syntax.Pending(command.Go(code, pieces, len(code)), scope{s})
	return indent, state
}

// formatWith prints a cell with commands, which stay as they are.
func (s *Session) formatWith(name, code string, pieces []command.Piece) (string, error) {
	var b strings.Builder
	at := 0
	between := func(to int) { // comments, and a blank line where there are some
		gap := code[at:to]
		comments := strings.TrimSpace(gap)
		lead, _, _ := strings.Cut(gap, "/")
		if b.Len() > 0 && strings.Count(lead, "\n") > 1 {
			b.WriteString("\n")
		}
		if comments != "" {
			b.WriteString(comments + "\n")
		}
	}
	for _, p := range pieces {
		between(p.From)
		text := strings.TrimRight(code[p.From:p.To], "\n") + "\n"
		if p.IsGo() {
			formatted, err := syntax.Format(name, command.Blank(code[:p.From])+text, scope{s})
			if err != nil {
				return "", s.quoteLines(err)
			}
			text = strings.TrimLeft(formatted, "\n")
		}
		b.WriteString(text)
		at = p.To
	}
	if strings.TrimSpace(code[at:]) != "" {
		between(len(code))
	}
	return b.String(), nil
}
