package appearance

import (
	"context"
	"fmt"
	"strings"

	"unfold/engine"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// limitable refuses limits where a figure has no numbers along its axes that could be
// limited.
func (s *Style) limitable(f *figure.Figure) error {
	param := "xlim"
	switch {
	case s.XLim == nil && s.YLim == nil:
		return nil
	case s.XLim == nil:
		param = "ylim"
	}
	for _, layer := range f.Layers {
		switch l := layer.(type) {
		case figure.Cells, figure.Nodes:
			return &engine.Error{Param: param, Cause: "this figure has no axes of numbers", Remedy: remedy.Omit(param)}
		case figure.Points:
			if l.Z != nil {
				return &engine.Error{Param: param, Cause: "a figure in space has no limits, as its axes turn", Remedy: remedy.Say("draw it in a plane, as with z=\"none\"")}
			}
		}
	}
	return nil
}

// An outside counts what limits leave out: of rows, or of points that are none, and of bars,
// of which a part may be left.
type outside struct {
	points, of, bars, ofBars int
	areRows                  bool
	rows                     map[int]bool // all that were seen; true of those that no part shows
}

// count adds what the limits of a figure leave out.
func (o *outside) count(f *figure.Figure, across, up bool) {
	if o.rows == nil {
		o.rows, o.areRows = map[int]bool{}, true
	}
	beyond := func(x, y float64) bool { return across && f.X.Beyond(x) || up && f.Y.Beyond(y) }
	for _, layer := range f.Layers {
		switch l := layer.(type) {
		case figure.Points:
			o.areRows = o.areRows && (l.Rows != nil || len(l.X) == 0)
			for i := range l.X {
				out := beyond(l.X[i], l.Y[i])
				o.of++
				if out {
					o.points++
				}
				if l.Rows != nil {
					before, seen := o.rows[l.Rows[i]]
					o.rows[l.Rows[i]] = out && (before || !seen)
				}
			}
		case figure.Bars:
			for i := range l.Y {
				if l.Y[i] == 0 {
					continue
				}
				o.ofBars++
				if beyond(l.Low[i], l.Y[i]) || beyond(l.High[i], l.Y[i]) {
					o.bars++
				}
			}
		}
	}
}

// verb puts a verb as so many things do it.
func verb(count int, many string) string {
	if count != 1 {
		return many
	}
	return map[string]string{"lie": "lies", "are": "is", "reach": "reaches"}[many]
}

// tell says what limits leave out, beside the figure and in it.
func (s *Style) tell(ctx context.Context, f *figure.Figure, o outside) {
	var params, notes []string
	for i, given := range []any{s.XLim, s.YLim} {
		if given != nil {
			params = append(params, []string{"xlim", "ylim"}[i])
		}
	}
	if params == nil {
		return
	}
	limits := strings.Join(params, ", ")
	out, of, what := o.points, o.of, "point"
	if o.areRows && len(f.Parts) == 0 {
		out, of, what = 0, len(o.rows), "row"
		for _, hidden := range o.rows {
			if hidden {
				out++
			}
		}
	}
	if out > 0 {
		notes = append(notes, fmt.Sprintf("%d of %s %s outside %s and %s not drawn", out, wording.Plural(of, what), verb(out, "lie"), limits, verb(out, "are")))
	}
	if o.bars > 0 {
		notes = append(notes, fmt.Sprintf("%d of %s %s beyond %s and %s cut", o.bars, wording.Plural(o.ofBars, "bar"), verb(o.bars, "reach"), limits, verb(o.bars, "are")))
	}
	for _, note := range notes {
		engine.Remark(ctx, "%s", note)
		f.Caption = strings.TrimSpace(f.Caption + " " + strings.ToUpper(note[:1]) + note[1:] + ".")
	}
}
