package render

import (
	"fmt"
	"html"
	"strings"

	"unfold/dsl/cell"
)

// FailureHTML shows a failure on a page as a terminal would, colours
// included. It is for pages that no front end has made: a front end draws the
// traceback itself.
func FailureHTML(f cell.Failure) string {
	return withStyle(`<pre class="uf-failure" role="alert">` + coloured(strings.Join(f.Traceback(true), "\n")) + "</pre>")
}

// failureText is the failure without colours.
func failureText(f cell.Failure) string { return strings.Join(f.Traceback(false), "\n") }

// The colours of a terminal as a page shows them, each readable (4.5:1) on a
// white and, mixed with the ink of the theme, on a dark ground.
var ansiStyle = map[string]string{
	"1":  "font-weight:600",
	"2":  "opacity:.8",
	"4":  "text-decoration:underline",
	"31": "color:color-mix(in srgb,#c62828 75%,currentColor)",
	"32": "color:color-mix(in srgb,#1b7a3d 75%,currentColor)",
	"33": "color:color-mix(in srgb,#8a5a00 75%,currentColor)",
	"34": "color:color-mix(in srgb,#0b5cad 75%,currentColor)",
	"35": "color:color-mix(in srgb,#8e3a8e 75%,currentColor)",
	"36": "color:color-mix(in srgb,#00707a 75%,currentColor)",
}

// coloured turns the colour sequences of a terminal into spans and escapes
// all else.
func coloured(text string) string {
	var b strings.Builder
	open := 0
	for {
		before, rest, found := strings.Cut(text, "\x1b[")
		b.WriteString(html.EscapeString(before))
		if !found {
			break
		}
		codes, after, isColour := strings.Cut(rest, "m")
		if !isColour || strings.Trim(codes, "0123456789;") != "" {
			text = rest // not a colour: the sequence's start is dropped
			continue
		}
		text = after
		for code := range strings.SplitSeq(codes, ";") {
			switch css := ansiStyle[dim(code)]; {
			case code == "" || code == "0" || code == "39" || code == "22":
				b.WriteString(strings.Repeat("</span>", open))
				open = 0
			case css != "":
				fmt.Fprintf(&b, `<span style="%s">`, css)
				open++
			}
		}
	}
	b.WriteString(strings.Repeat("</span>", open))
	return b.String()
}

// dim takes the bright colours 91 to 96 to their plain ones.
func dim(code string) string {
	if len(code) == 2 && code[0] == '9' {
		return "3" + code[1:]
	}
	return code
}
