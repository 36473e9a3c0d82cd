package render

import (
	"fmt"
	"iter"
	"strings"

	"unfold/engine/figure"
	"unfold/kernel/render/chart"
	"unfold/kernel/render/pack"
)

// A frame is how a figure stands on a page: its size, where its reader asks for no
// other, and how much of its caption can be seen before somebody asks for more.
type frame struct {
	width, height int // zero for the size that a figure has alone
	caption       captionPart
}

type captionPart int

const (
	wholeCaption captionPart = iota
	firstSentence
	noCaption
)

// The frames of figures that stand two and three in a row, and of those that back up the
// first figure of a report.
var (
	besideOne  = frame{width: 450, height: 350}
	besideTwo  = frame{width: 298, height: 240}
	smallOfTwo = frame{width: 450, height: 176, caption: noCaption}
	smallOfAll = frame{width: 298, height: 176, caption: noCaption}
)

// figuresHTML sets figures in full rows, with the script that upgrades them.
func figuresHTML(figures []*figure.Figure, looks *chart.Looks) (string, error) {
	page := figurePage{looks: looks}
	for row := range rowsOf(figures) {
		page.row(row, frame{}, besideOne, besideTwo)
	}
	return page.finish()
}

// A figurePage collects the HTML of figures.
type figurePage struct {
	strings.Builder
	looks *chart.Looks
	live  bool // a script is to upgrade some
	rows  pack.Rows
	err   error
}

// row sets figures beside one another, in the frame for so many.
func (p *figurePage) row(figures []*figure.Figure, frames ...frame) {
	p.WriteString(`<div class="uf-row">`)
	for _, fig := range figures {
		p.add(fig, frames[len(figures)-1])
	}
	p.WriteString("</div>")
}

// add sets a figure.
func (p *figurePage) add(fig *figure.Figure, in frame) {
	if p.err == nil {
		p.err = p.writeFigure(fig, in)
	}
}

// finish returns the page's part, with the script behind it.
func (p *figurePage) finish() (string, error) {
	if p.live && p.rows.Source != "" && p.err == nil {
		var rows []byte
		rows, p.err = p.rows.JSON()
		fmt.Fprintf(p, `<script type="application/json" data-rows>%s</script>`, rows)
	}
	if p.live {
		p.WriteString(liveScript())
	}
	return p.String(), p.err
}

// rowsOf divides figures into rows of two or three without one that is half empty: one
// figure has a row for itself if it is the only one, is as wide as a page, or has company
// that is. Rows have three figures, or two where three would leave one over.
func rowsOf(figures []*figure.Figure) iter.Seq[[]*figure.Figure] {
	return func(yield func([]*figure.Figure) bool) {
		for from := 0; from < len(figures); {
			to := from
			for to < len(figures) && !chart.StandsAlone(figures[to]) {
				to++
			}
			size := 1
			if n := to - from; n > 0 {
				size = rowSize(n)
			}
			if !yield(figures[from : from+size]) {
				return
			}
			from += size
		}
	}
}

// rowSize is how many of n figures stand in the first row.
func rowSize(n int) int {
	if n < 3 || n == 4 {
		return min(n, 2)
	}
	return 3
}
