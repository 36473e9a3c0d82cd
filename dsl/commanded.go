package dsl

import (
	"strings"
	"unicode/utf8"

	"unfold/dsl/cell"
	"unfold/dsl/command"
	"unfold/dsl/syntax"
)

// completeCommand completes in a cell with commands: the command at the
// cursor, or the Go around the commands.
func (s *Session) completeCommand(code string, cursor int) (cell.Completion, bool) {
	if c, ok := command.Complete(code, cursor, host{s: s}); ok {
		return c, true
	}
	golang, at, ok := withoutCommands(code, cursor)
	if !ok {
		return cell.Completion{}, false
	}
	c := s.Complete(golang, at)
	c.Start, c.End = c.Start+cursor-at, c.End+cursor-at
	return c, true
}

// inspectCommand explains in a cell with commands.
func (s *Session) inspectCommand(code string, cursor, detail int) (cell.Help, bool) {
	if title, ok := command.At(code, cursor); ok {
		return command.Explain(title)
	}
	if golang, at, ok := withoutCommands(code, cursor); ok {
		return s.Inspect(golang, at, detail)
	}
	return cell.Help{}, false
}

// withoutCommands is a cell with its commands blanked, and the cursor in it,
// both counted in code points; false where there are no commands.
func withoutCommands(code string, cursor int) (golang string, at int, ok bool) {
	pieces := command.Cut(code)
	if !command.Any(pieces) {
		return "", 0, false
	}
	runes := []rune(code)
	before := len(string(runes[:max(0, min(cursor, len(runes)))]))
	golang = command.Go(code, pieces, len(code))
	return golang, utf8.RuneCountInString(golang[:min(before, len(golang))]), true
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
	state, indent = syntax.Pending(command.Go(code, pieces, len(code)), words{s})
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
			formatted, err := syntax.Format(name, command.Blank(code[:p.From])+text, words{s})
			if err != nil {
				return "", s.inFull(err)
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
