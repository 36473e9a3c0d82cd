package command

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"unfold/dsl/diag"
)

// Parse reads the command that a piece of a cell is. What is wrong with it is
// found before anything runs.
func Parse(source *diag.Source, p Piece) (*Call, diag.List) {
	found := func(e Extent, summary, remedy string) diag.List {
		return diag.List{diag.New(source, e.From, e.To, Kind, summary, "", remedy)}
	}
	line := Extent{p.From, lineEnd(source.Text, p.From)}
	name := source.Text[p.Word.From:p.Word.To]
	command, ok := p.Named(source.Text)
	switch {
	case !ok && name == "":
		return nil, found(line, "the name of a command is missing after "+p.Sign, "%lsmagic lists the commands")
	case !ok:
		return nil, found(Extent{p.From, p.Word.To}, fmt.Sprintf("there is no command %s%s", p.Sign, name), nearest(p.Sign, name))
	case p.Sign == "%%" && !command.Whole:
		return nil, found(line, fmt.Sprintf("%%%%%s is a command of one line", name), "write "+command.Usage)
	case p.Sign == "%%" && p.Body == Extent{}:
		return nil, found(line, fmt.Sprintf("%%%%%s takes a whole cell, and stands in the middle of one", name), "put it on the first line of a cell of its own")
	case p.Sign == "%" && !command.Line:
		return nil, found(line, fmt.Sprintf("%%%s takes a whole cell", name), "write "+command.Usage)
	}
	c := &Call{Command: command, Source: source, From: p.From, To: p.To, Rest: p.Rest, Body: p.Body}
	if command.Takes != Words && p.Sign != "%%" {
		return c, nil
	}
	words, open := split(source.Text, c.Rest)
	if open >= 0 {
		return nil, found(Extent{open, c.Rest.To}, "a quote is not closed", "put "+source.Text[open:open+1]+" where the word ends")
	}
	c.Words = words
	return c, nil
}

// nearest is the remedy for a name that no command has.
func nearest(sign, name string) string {
	var names []string
	for _, c := range All() {
		if sign == "%" && c.Line || sign == "%%" && c.Whole {
			names = append(names, c.Name)
		}
	}
	if near, ok := diag.Nearest(name, names); ok {
		return fmt.Sprintf("did you mean %s%s?", sign, near)
	}
	if sign == "%" {
		return "%lsmagic lists the commands; a line for the shell begins with !"
	}
	return "%lsmagic lists the commands"
}

// split cuts an argument at space outside quotes. It returns the place of a
// quote that is not closed, or -1.
func split(text string, e Extent) (words []Word, open int) {
	var (
		word  strings.Builder
		quote rune
		began = -1
	)
	flush := func(at int) {
		if began >= 0 {
			words = append(words, Word{Extent{began, at}, word.String()})
		}
		word.Reset()
		began = -1
	}
	open = -1
	for at := e.From; at < e.To; {
		c, size := utf8.DecodeRuneInString(text[at:e.To])
		switch {
		case quote != 0 && c == quote:
			quote, open = 0, -1
		case quote != 0:
			word.WriteString(text[at : at+size])
		case unicode.IsSpace(c):
			flush(at)
		default:
			if began < 0 {
				began = at
			}
			if c == '"' || c == '\'' {
				quote, open = c, at
			} else {
				word.WriteString(text[at : at+size])
			}
		}
		at += size
	}
	flush(e.To)
	return words, open
}

// flags takes the words that begin with a hyphen off the front, up to the
// first that does not.
func flags(words []Word) (flags, rest []Word) {
	for i, w := range words {
		if !strings.HasPrefix(w.Text, "-") || w.Text == "-" {
			return words[:i], words[i:]
		}
	}
	return words, nil
}

// A number is an option in front of Code: its letter, and what follows it.
type number struct {
	Word
	letter byte
}

// numbers takes the options off the front of the Code that a command takes. A
// letter counts as an option if a space or a digit follows.
func (c *Command) numbers(text string, e Extent) (given []number, rest Extent) {
	for {
		part := text[e.From:e.To]
		if len(part) < 3 || part[0] != '-' || !strings.ContainsRune(c.Numbers, rune(part[1])) || !strings.ContainsRune(" \t0123456789", rune(part[2])) {
			return given, e
		}
		value := trim(text, Extent{e.From + 2, e.To})
		if i := strings.IndexAny(text[value.From:value.To], " \t\n"); i >= 0 {
			value.To = value.From + i
		}
		given = append(given, number{Word{value, text[value.From:value.To]}, part[1]})
		e = trim(text, Extent{value.To, e.To})
	}
}
