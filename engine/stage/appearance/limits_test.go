package appearance_test

import (
	"errors"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/stage/appearance"
)

// TestLimitsTellWhatTheyLeaveOut, in a note and under the figure.
func TestLimitsTellWhatTheyLeaveOut(t *testing.T) {
	bars := figure.Bars{Low: []float64{0, 1, 2}, High: []float64{1, 2, 3}, Y: []float64{2, 9, 0}}
	for want, c := range map[string]struct {
		style  appearance.Style
		figure *figure.Figure
	}{
		"2 of 6 rows lie outside xlim and are not drawn":       {appearance.Style{XLim: []float64{1, 4}}, drawn()},
		"4 of 6 rows lie outside xlim, ylim and are not drawn": {appearance.Style{XLim: []float64{1, 4}, YLim: []float64{3, 9}}, drawn()},
		"1 of 6 rows lies outside ylim and is not drawn":       {appearance.Style{YLim: []float64{0, 4.5}}, drawn()},
		"1 of 2 bars reaches beyond ylim and is cut":           {appearance.Style{YLim: []float64{0, 5}}, &figure.Figure{Layers: []figure.Layer{bars}}},
		"": {appearance.Style{XLim: []float64{-1, 9}}, drawn()},
	} {
		ctx, notes := engine.WithNotes(t.Context(), "")
		f, err := c.style.Apply(ctx, c.figure, table())
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, n := range notes() {
			said += n.Text
		}
		if said != want || want != "" && !strings.HasSuffix(f.Caption, want+".") {
			t.Errorf("note %q, caption %q, want %q", said, f.Caption, want)
		}
	}
}

// TestLimitsNeedAxesOfNumbers: cells and figures in space have none, and a logarithmic axis
// has no zero.
func TestLimitsNeedAxesOfNumbers(t *testing.T) {
	limits := appearance.Style{XLim: []float64{0, 5}}
	one := []float64{1}
	space := &figure.Figure{Layers: []figure.Layer{figure.Points{X: one, Y: one, Z: one}}}
	cells := &figure.Figure{Layers: []figure.Layer{figure.Cells{Values: [][]float64{one}}}}
	log := limits
	log.Log = "x"
	for name, c := range map[string]struct {
		style  appearance.Style
		figure *figure.Figure
	}{"space": {limits, space}, "cells": {limits, cells}, "log": {log, drawn()}} {
		var fault *engine.Error
		if _, err := c.style.Apply(t.Context(), c.figure, table()); !errors.As(err, &fault) || fault.Remedy == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
