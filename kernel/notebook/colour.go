package notebook

import (
	"go/scanner"
	"go/token"
	"go/types"
	"html"
	"strings"
)

// highlighted is code as HTML, coloured if it is in a language whose words Go
// shares: Go itself, or JSON.
func highlighted(code, language string) string {
	body := html.EscapeString(code)
	switch strings.ToLower(language) {
	case "go", "golang", "json":
		body = coloured(code)
	}
	return `<pre class="code">` + body + "</pre>\n"
}

// coloured wraps the words of Go text in spans of their class. What is no Go,
// a command line for instance, stays as it is between the words that are.
func coloured(code string) string {
	var (
		b     strings.Builder
		files = token.NewFileSet()
		file  = files.AddFile("", -1, len(code))
		words scanner.Scanner
		done  int
	)
	words.Init(file, []byte(code), func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, tok, text := words.Scan()
		if tok == token.EOF {
			break
		}
		class := wordClass(tok, text)
		start := file.Offset(pos)
		if class == "" || start < done || !strings.HasPrefix(code[start:], text) {
			continue // the text of a raw string lacks the carriage returns of its source
		}
		b.WriteString(html.EscapeString(code[done:start]))
		b.WriteString(`<span class="c-` + class + `">` + html.EscapeString(text) + "</span>")
		done = start + len(text)
	}
	b.WriteString(html.EscapeString(code[done:]))
	return b.String()
}

// wordClass is what a word is coloured as, empty for none.
func wordClass(tok token.Token, text string) string {
	switch {
	case tok.IsKeyword():
		return "keyword"
	case tok == token.COMMENT:
		return "comment"
	case tok == token.STRING || tok == token.CHAR:
		return "string"
	case tok == token.INT || tok == token.FLOAT || tok == token.IMAG:
		return "number"
	case tok == token.IDENT && types.Universe.Lookup(text) != nil:
		return "builtin"
	}
	return ""
}
