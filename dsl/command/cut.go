package command

import (
	"regexp"
	"strings"
)

// A Piece is a stretch of a cell that is Go, with pipelines, or one command.
type Piece struct {
	Extent
	Sign string // of a command "%", "%%", "!", "$" or "?", mainSign of %% without a name; of Go empty
	Word Extent // the name of a command, where it has one
	Rest Extent // what follows the name: on its line, or as Code
	Body Extent // of "%%" the lines below
}

// IsGo reports whether the piece is Go.
func (p Piece) IsGo() bool { return p.Sign == "" }

// Cut divides a cell. Commands stand where a Go statement may begin outside
// all brackets; a sign that continues a statement, or stands in a string or a
// comment, is Go's. A cell without commands is one piece of Go; stretches of
// nothing but space and comments are left out beside commands. The pieces are
// in the order of the text and do not overlap. Any text will do.
func Cut(text string) []Piece {
	if p, ok := wholeCell(text); ok {
		return []Piece{p}
	}
	if !strings.ContainsAny(text, "%!$?") {
		return []Piece{{Extent: Extent{0, len(text)}}}
	}
	var pieces []Piece
	r := reader{text: text}
	from, commands := 0, false
	golang := func(to int) {
		if r.said {
			pieces = append(pieces, Piece{Extent: trim(text, Extent{from, to})})
		}
		r.said = false
	}
	for r.at < len(text) {
		if p, ok := r.command(); ok {
			golang(r.at)
			pieces = append(pieces, p)
			r.at, r.depth, r.open, commands = skipLineFeed(text, p.To), 0, false, true
			from = r.at
			continue
		}
		r.line(len(text))
	}
	if !commands {
		return []Piece{{Extent: Extent{0, len(text)}}}
	}
	golang(len(text))
	return pieces
}

// Any reports whether there are commands among the pieces.
func Any(pieces []Piece) bool { return len(pieces) != 1 || !pieces[0].IsGo() }

// Go returns the Go of a cell up to an offset, in its place: commands are
// blanked, but for the Code that they take.
func Go(text string, pieces []Piece, upTo int) string {
	var b strings.Builder
	at := 0
	keep := func(e Extent) {
		b.WriteString(Blank(text[at:e.From]))
		b.WriteString(text[e.From:e.To])
		at = e.To
	}
	for _, p := range pieces {
		if p.To > upTo {
			break
		}
		if e, ok := p.code(text); ok {
			keep(e)
		}
	}
	b.WriteString(Blank(text[at:]))
	return b.String()
}

// code is the Go in a piece.
func (p Piece) code(text string) (Extent, bool) {
	if p.IsGo() {
		return p.Extent, true
	}
	c, ok := p.Named(text)
	if !ok || p.Sign != "%" || c.Takes != Code {
		return Extent{}, false
	}
	_, e := c.numbers(text, p.Rest)
	return e, true
}

// Named is the command that a piece of a text is, if there is one of its name.
func (p Piece) Named(text string) (*Command, bool) {
	switch p.Sign {
	case "!", "$":
		return Lookup(p.Sign)
	case mainSign:
		return Lookup("main")
	case "?":
		return Lookup("help")
	}
	return Lookup(text[p.Word.From:p.Word.To])
}

// Blank is a text of which only the ends of lines are left, with a space for
// every other byte.
func Blank(text string) string {
	b := []byte(text)
	for i, c := range b {
		if c != '\n' {
			b[i] = ' '
		}
	}
	return string(b)
}

var (
	firstLine = regexp.MustCompile(`\A\s*?[ \t]*(%%)[ \t]*([\pL\pN_]*)`)
	percent   = regexp.MustCompile(`^(%%?)[ \t]*([\pL\pN_]*)`)
	asked     = regexp.MustCompile(`^(?:\?{1,2}[ \t]*([^?\n]*?)|(%?[\pL_][\pL\pN_.]*)[ \t]*\?{1,2})[ \t\r]*$`)
)

// wholeCell recognises a cell that is one command, by its first line.
func wholeCell(text string) (p Piece, ok bool) {
	m := firstLine.FindStringSubmatchIndex(text)
	if m == nil || bare(text, m[3], Extent{m[4], m[5]}) {
		return p, false
	}
	end := lineEnd(text, m[2])
	p = Piece{Extent: Extent{m[2], len(text)}, Sign: "%%", Word: Extent{m[4], m[5]}}
	p.Rest = trim(text, Extent{m[5], end})
	p.Body = Extent{skipLineFeed(text, end), len(text)}
	return p, true
}

// bare reports whether %%, which ends at an offset, has no name but arguments: that is
// %main.
func bare(text string, end int, word Extent) bool {
	if end < len(text) && !strings.ContainsRune(" \t\r\n", rune(text[end])) {
		return false
	}
	_, known := Lookup(text[word.From:word.To])
	return !known
}

// command recognises a command on the line at which the reader stands, if a
// statement may begin there.
func (r *reader) command() (p Piece, ok bool) {
	if !r.boundary() {
		return p, false
	}
	from := r.at
	for from < len(r.text) && (r.text[from] == ' ' || r.text[from] == '\t') {
		from++
	}
	end := lineEnd(r.text, from)
	line := r.text[from:end]
	p.From = from
	if m := asked.FindStringSubmatchIndex(line); m != nil {
		p.Sign, p.To = "?", end
		at := max(m[2], m[4])
		p.Word = Extent{from + at, from + max(m[3], m[5])}
		p.Rest = p.Word
		return p, true
	}
	switch {
	case strings.HasPrefix(line, "%"):
		m := percent.FindStringSubmatchIndex(line)
		p.Sign, p.Word = line[:m[3]], Extent{from + m[4], from + m[5]}
		if p.Sign == "%%" && bare(r.text, from+m[3], p.Word) {
			p.Sign, p.Word = mainSign, Extent{from + m[3], from + m[3]}
		}
		p.Rest = r.argument(p, end)
		p.To = max(end, lineEnd(r.text, p.Rest.To))
	case strings.HasPrefix(line, "!"), strings.HasPrefix(line, "$"):
		p.Sign, p.Word = line[:1], Extent{from, from + 1}
		for strings.HasSuffix(strings.TrimRight(r.text[from:end], "\r"), "\\") && end < len(r.text) {
			end = lineEnd(r.text, end+1)
		}
		p.Rest, p.To = trim(r.text, Extent{from + 1, end}), end
	default:
		return p, false
	}
	return p, true
}

// argument is what follows the name of a command: the rest of its line, or, of
// one that takes Code, the statement that begins there, with the lines below
// that bars join to it.
func (r *reader) argument(p Piece, end int) Extent {
	c, ok := p.Named(r.text)
	if !ok || c.Takes != Code || p.Sign != "%" {
		return trim(r.text, Extent{p.Word.To, end})
	}
	inner := reader{text: r.text, at: p.Word.To}
	to := p.Word.To
	for inner.at < len(r.text) && (to == p.Word.To || !inner.boundary() || joins(r.text[inner.at:])) {
		inner.line(len(r.text))
		to = inner.at
	}
	return trim(r.text, Extent{p.Word.To, to})
}

// joins reports whether a bar begins a text.
func joins(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	return strings.HasPrefix(text, "|") && !strings.HasPrefix(text, "||")
}

// trim takes space off both ends of a stretch.
func trim(text string, e Extent) Extent {
	const space = " \t\r\n"
	part := text[e.From:e.To]
	e.From += len(part) - len(strings.TrimLeft(part, space))
	e.To = e.From + len(strings.Trim(part, space))
	return e
}

func skipLineFeed(text string, at int) int {
	if at < len(text) && text[at] == '\n' {
		at++
	}
	return at
}
