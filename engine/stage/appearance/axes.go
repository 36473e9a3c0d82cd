package appearance

import (
	"context"
	"fmt"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// axes labels, limits and scales the axes of the figure, of its parts all alike.
func (s *Style) axes(ctx context.Context, f *figure.Figure, _ *engine.Table) error {
	low, high, err := limitsOf("xlim", s.XLim)
	if err != nil {
		return err
	}
	bottom, top, err := limitsOf("ylim", s.YLim)
	if err != nil {
		return err
	}
	hidden, out := 0, outside{}
	for _, part := range f.Leaves() {
		if err := s.limitable(part); err != nil {
			return err
		}
		if s.XLabel != "" {
			part.X.Label = s.XLabel
		}
		if s.YLabel != "" {
			part.Y.Label = s.YLabel
		}
		if low < high {
			part.X.Low, part.X.High, part.X.Loose = low, high, false
		}
		if bottom < top {
			part.Y.Low, part.Y.High, part.Y.Loose = bottom, top, false
		}
		across, up := s.Log == "x" || s.Log == "xy", s.Log == "y" || s.Log == "xy"
		if across && part.X.Labels != nil || up && part.Y.Labels != nil {
			return &engine.Error{Param: "log", Cause: "an axis of names cannot be logarithmic", Remedy: remedy.Omit("log")}
		}
		part.X.Log, part.Y.Log = part.X.Log || across, part.Y.Log || up
		if part.X.Log && low < high && low <= 0 || part.Y.Log && bottom < top && bottom <= 0 {
			return &engine.Error{Param: "log", Cause: "a logarithmic axis cannot begin at zero or below", Remedy: remedy.Say("begin the limits above zero, as in xlim=[0.1, 10]")}
		}
		hidden += beyondLog(part, across, up)
		out.count(part, s.XLim != nil, s.YLim != nil)
	}
	s.tell(ctx, f, out)
	if hidden > 0 {
		engine.Remark(ctx, "a logarithmic axis has no place for %s at or below zero", wording.Count(hidden, "point"))
	}
	return nil
}

// beyondLog counts the points that logarithmic axes have no place for.
func beyondLog(f *figure.Figure, across, up bool) (count int) {
	for _, layer := range f.Layers {
		p, ok := layer.(figure.Points)
		if !ok {
			continue
		}
		for i := range p.X {
			if across && p.X[i] <= 0 || up && p.Y[i] <= 0 {
				count++
			}
		}
	}
	return count
}

// limitsOf returns two numbers that rise; both zero where nothing is asked.
func limitsOf(param string, value any) (low, high float64, err error) {
	if value == nil {
		return 0, 0, nil
	}
	numbers, ok := numbersIn(value)
	if !ok || len(numbers) != 2 || !(numbers[0] < numbers[1]) {
		return 0, 0, &engine.Error{Param: param, Cause: fmt.Sprintf("%s takes two numbers that rise, not %s", param, wording.Describe(value)), Remedy: remedy.Say("for example %s=[0, 5]", param)}
	}
	return numbers[0], numbers[1], nil
}
