package notebook

import (
	"bytes"
	"fmt"
	"html"
	"strings"

	"github.com/alecthomas/chroma/v2"
	page "github.com/alecthomas/chroma/v2/formatters/html"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/alecthomas/chroma/v2/styles"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	htmlout "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// prose is Markdown as Jupyter has it: GitHub's, with raw HTML and formulas.
var prose = goldmark.New(
	goldmark.WithExtensions(extension.GFM, maths{}, fences{}),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(htmlout.WithUnsafe()),
)

// markdown turns prose into HTML.
func markdown(source string) (string, error) {
	var b bytes.Buffer
	if err := prose.Convert([]byte(source), &b); err != nil {
		return "", fmt.Errorf("notebook: %w", err)
	}
	return b.String(), nil
}

// fences colours the blocks of code in prose.
type fences struct{}

func (fences) Extend(m goldmark.Markdown) {
	m.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(fences{}, 100)))
}

func (fences) RegisterFuncs(register renderer.NodeRendererFuncRegisterer) {
	register.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			block := node.(*ast.FencedCodeBlock)
			code := string(block.Lines().Value(source))
			_, _ = w.WriteString(highlighted(code, string(block.Language(source)))) // the writer keeps its error
		}
		return ast.WalkSkipChildren, nil
	})
}

// colours writes code with classes, so that one page serves light and dark.
var colours = page.New(page.WithClasses(true), page.ClassPrefix("c-"))

// highlighted is code as HTML, coloured if its language is known.
func highlighted(code, language string) string {
	lexer := lexers.Get(language)
	if lexer == nil {
		return "<pre>" + html.EscapeString(code) + "</pre>\n"
	}
	var b strings.Builder
	tokens, err := chroma.Coalesce(lexer).Tokenise(nil, code)
	if err == nil {
		err = colours.Format(&b, styles.Get("github"), tokens)
	}
	if err != nil {
		return "<pre>" + html.EscapeString(code) + "</pre>\n"
	}
	return b.String()
}

// colourSheet is the style of highlighted code, for light and dark.
func colourSheet() string {
	var b strings.Builder
	// Side by side rather than one above the other, for each leaves to the
	// page's ink what the other colours.
	b.WriteString("@media not screen, (prefers-color-scheme: light) {\n")
	_ = colours.WriteCSS(&b, styles.Get("github")) // a builder does not fail
	b.WriteString("}\n@media screen and (prefers-color-scheme: dark) {\n")
	_ = colours.WriteCSS(&b, styles.Get("github-dark"))
	b.WriteString("}\n")
	return b.String()
}
