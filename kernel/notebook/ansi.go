package notebook

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
)

// escape matches the control sequences of a terminal.
var escape = regexp.MustCompile("\x1b\\[([0-9;:?]*)([A-Za-z])")

// terminal turns text for a terminal into HTML: colours, bold and underline
// become classes, all other control sequences vanish.
func terminal(text string) string {
	var b strings.Builder
	var style textStyle
	at := 0
	emit := func(piece string) {
		if class := style.class(); class != "" && piece != "" {
			fmt.Fprintf(&b, `<span class="%s">%s</span>`, class, html.EscapeString(piece))
			return
		}
		b.WriteString(html.EscapeString(piece))
	}
	for _, m := range escape.FindAllStringSubmatchIndex(text, -1) {
		emit(text[at:m[0]])
		at = m[1]
		if text[m[4]:m[5]] == "m" {
			style.apply(text[m[2]:m[3]])
		}
	}
	emit(text[at:])
	return b.String()
}

// A textStyle is what a terminal does to text.
type textStyle struct {
	colour                 int // 1 to 8 for black to white, 0 for the usual
	bold, faint, underline bool
}

// apply changes the style by the parameters of a sequence.
func (s *textStyle) apply(parameters string) {
	for _, p := range strings.Split(parameters, ";") {
		code, _ := strconv.Atoi(p) // an empty one is 0
		switch {
		case code == 0:
			*s = textStyle{}
		case code == 1:
			s.bold = true
		case code == 2:
			s.faint = true
		case code == 4:
			s.underline = true
		case code == 22:
			s.bold, s.faint = false, false
		case code == 24:
			s.underline = false
		case code >= 30 && code <= 37:
			s.colour = code - 29
		case code == 39:
			s.colour = 0
		case code >= 90 && code <= 97:
			s.colour = code - 89
		case code == 38 || code == 48:
			return // colours of a larger palette: what follows are their numbers
		}
	}
}

func (s *textStyle) class() string {
	var classes []string
	if s.colour > 0 {
		names := [...]string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}
		classes = append(classes, "ansi-"+names[s.colour-1])
	}
	if s.bold {
		classes = append(classes, "ansi-bold")
	}
	if s.faint {
		classes = append(classes, "ansi-faint")
	}
	if s.underline {
		classes = append(classes, "ansi-underline")
	}
	return strings.Join(classes, " ")
}
