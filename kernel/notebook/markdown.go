package notebook

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	htmlout "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// prose is Markdown as Jupyter has it: GitHub's, with raw HTML and formulas.
var prose = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.GFM, maths{}, fences{}),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(htmlout.WithUnsafe()),
	)
})

// markdown turns prose into HTML.
func markdown(source string) (string, error) {
	var b bytes.Buffer
	if err := prose().Convert([]byte(source), &b); err != nil {
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
