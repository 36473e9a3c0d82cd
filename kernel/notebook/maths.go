package notebook

import (
	"bytes"
	"html"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maths lets Markdown hold formulas, $...$ in a line and $$...$$ on their own.
// A page that must do without a network cannot typeset them, so they stay TeX,
// in a code element of class math, untouched by Markdown's own marks.
type maths struct{}

func (maths) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithInlineParsers(util.Prioritized(inlineMaths{}, 90)), // before escapes and emphasis
		parser.WithBlockParsers(util.Prioritized(blockMaths{}, 90)),   // before lists and headings
	)
	m.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(maths{}, 100)))
}

func (maths) RegisterFuncs(register renderer.NodeRendererFuncRegisterer) {
	register.Register(kindInline, renderMaths)
	register.Register(kindBlock, renderMaths)
}

func renderMaths(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	before, tex, after := `<code class="math">`, "", `</code>`
	switch node := node.(type) {
	case *formula:
		tex = node.tex
		if node.display {
			before = `<code class="math display">`
		}
	case *formulaBlock:
		tex = string(bytes.TrimSpace(node.tex))
		before, after = `<p><code class="math display">`, "</code></p>\n"
	}
	_, _ = w.WriteString(before + html.EscapeString(tex) + after) // the writer keeps its error
	return ast.WalkSkipChildren, nil
}

// A formula stands in a line.
type formula struct {
	ast.BaseInline
	tex     string
	display bool
}

var kindInline = ast.NewNodeKind("Formula")

func (*formula) Kind() ast.NodeKind           { return kindInline }
func (f *formula) Dump(source []byte, lv int) { ast.DumpHelper(f, source, lv, nil, nil) }

type inlineMaths struct{}

func (inlineMaths) Trigger() []byte { return []byte{'$'} }

// Parse takes a formula. As in pandoc, a dollar sign opens one only if no
// blank follows, and closes one only if no blank precedes and no digit
// follows, so that "$5 and $6" are amounts.
func (inlineMaths) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, segment := block.PeekLine()
	rest := block.Source()[segment.Start:]
	if end := bytes.Index(rest, []byte("\n\n")); end >= 0 {
		rest = rest[:end]
	}
	if bytes.HasPrefix(line, []byte("$$")) {
		end := bytes.Index(rest[2:], []byte("$$"))
		if end < 1 {
			return nil
		}
		skip(block, end+4)
		return &formula{tex: string(bytes.TrimSpace(rest[2 : 2+end])), display: true}
	}
	if len(rest) < 3 || blank(rest[1]) {
		return nil
	}
	for i := 2; i < len(rest); i++ {
		if rest[i] != '$' || rest[i-1] == '\\' || blank(rest[i-1]) {
			continue
		}
		if i+1 < len(rest) && '0' <= rest[i+1] && rest[i+1] <= '9' {
			continue
		}
		skip(block, i+1)
		return &formula{tex: string(rest[1:i])}
	}
	return nil
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }

// skip moves the reader n bytes on, over ends of lines.
func skip(block text.Reader, n int) {
	for n > 0 {
		line, _ := block.PeekLine()
		if line == nil {
			return
		}
		if n < len(line) {
			block.Advance(n)
			return
		}
		n -= len(line)
		block.AdvanceLine()
	}
}

// A formulaBlock stands by itself, over one or more lines.
type formulaBlock struct {
	ast.BaseBlock
	tex    []byte
	closed bool
}

var kindBlock = ast.NewNodeKind("FormulaBlock")

func (*formulaBlock) Kind() ast.NodeKind           { return kindBlock }
func (*formulaBlock) IsRaw() bool                  { return true }
func (f *formulaBlock) Dump(source []byte, lv int) { ast.DumpHelper(f, source, lv, nil, nil) }

type blockMaths struct{}

func (blockMaths) Trigger() []byte { return []byte{'$'} }

func (blockMaths) Open(_ ast.Node, reader text.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("$$"))
	if !ok {
		return nil, parser.NoChildren
	}
	tex, closed := bytes.CutSuffix(rest, []byte("$$"))
	if bytes.Contains(tex, []byte("$$")) {
		return nil, parser.NoChildren // a formula in a line that begins with it
	}
	reader.AdvanceToEOL()
	return &formulaBlock{tex: append(bytes.Clone(tex), '\n'), closed: closed}, parser.NoChildren
}

func (blockMaths) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	block := node.(*formulaBlock)
	if block.closed {
		return parser.Close
	}
	line, _ := reader.PeekLine()
	tex, closed := bytes.CutSuffix(bytes.TrimRight(line, " \t\r\n"), []byte("$$"))
	block.tex = append(append(block.tex, tex...), '\n')
	block.closed = closed
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (blockMaths) Close(ast.Node, text.Reader, parser.Context) {}
func (blockMaths) CanInterruptParagraph() bool                 { return true }
func (blockMaths) CanAcceptIndentedLine() bool                 { return false }
