package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Of returns a plot that a cell has made as a picture. Its looks are the
// cell's.
func Of(p *plot.Plot) Picture { return own{p} }

type own struct{ plot *plot.Plot }

func (o own) Size() (width, height int) { return aloneWidth, aloneHeight }

func (o own) draw(c vg.CanvasSizer) { o.plot.Draw(draw.New(c)) }
