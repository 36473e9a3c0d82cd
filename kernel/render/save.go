package render

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot"

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/figure"
	"unfold/engine/remedy"
	"unfold/kernel/render/chart"
)

// Save writes a value to a file in the format that the end of its name says:
// .png, .svg or .pdf for reports, figures and plots; .csv, .xlsx and what else
// tables are written to for data, matrices, lists, tables of results, the scores
// of reports, and the numbers of a figure; .tex for tables of results; .html and
// .txt for every value; .json for reports. The folder must be there.
func (r *Renderer) Save(value any, path string) error {
	if err := CheckName(path); err != nil {
		return err
	}
	extension := strings.ToLower(filepath.Ext(path))
	if slices.Contains(format.Known.Endings(), extension) {
		t, err := tableOf(value, extension)
		if err != nil {
			return err
		}
		return format.Known.Save(path, t)
	}
	data, err := r.file(value, extension)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		return &engine.Error{Stage: "save", Cause: err.Error(), Remedy: remedy.Say("name a file in a folder that is there and can be written to"), Err: err}
	}
	return nil
}

// tableOf returns what of a value goes to a file of columns and rows.
func tableOf(value any, extension string) (*format.Table, error) {
	if err := unsound(value); err != nil {
		return nil, err
	}
	if sheet, ok := sheetOf(value); ok {
		value = sheet
	}
	if t, ok := format.Of(value); ok {
		return t, nil
	}
	return nil, noTable(value, extension)
}

func noTable(value any, extension string) error {
	return &engine.Error{Stage: "save", Cause: fmt.Sprintf("a %T has no table of results to save as %s", value, extension), Remedy: remedy.Say("save it as .txt or .html, or save data, a matrix, a list, a report, a comparison or one figure")}
}

// file returns the bytes of the value in a format that is none of tables alone.
func (r *Renderer) file(value any, extension string) ([]byte, error) {
	if err := unsound(value); err != nil {
		return nil, err
	}
	switch extension {
	case ".png", ".svg", ".pdf":
		picture, ok := r.pictureOf(value)
		if !ok {
			return nil, &engine.Error{Stage: "save", Cause: fmt.Sprintf("a %T has no figure to save as %s", value, extension), Remedy: remedy.Say("save it as .txt or .html, or save a report, a figure or a plot")}
		}
		return pictureFile(picture, extension)
	case ".tex":
		sheet, ok := sheetOf(value)
		if !ok {
			return nil, noTable(value, extension)
		}
		return []byte(sheet.LaTeX()), nil
	case ".html":
		return []byte(r.saved(value, time.Now())), nil
	case ".txt":
		return []byte(r.Text(value) + "\n"), nil
	case ".json":
		report, ok := value.(*engine.Report)
		if !ok {
			return nil, &engine.Error{Stage: "save", Cause: fmt.Sprintf("a %T cannot be saved as .json", value), Remedy: remedy.Say("save a report so, or this as .txt")}
		}
		data, err := json.MarshalIndent(report, "", "  ")
		if err != nil {
			return nil, &engine.Error{Stage: "save", Cause: err.Error(), Err: err}
		}
		return append(data, '\n'), nil
	}
	return nil, unknownEnding(extension)
}

// endings are those of the files that Save writes.
func endings() []string {
	return slices.Concat([]string{".png", ".svg", ".pdf"}, format.Known.Endings(), []string{".tex", ".html", ".txt", ".json"})
}

// CheckName refuses a file that Save can write no value to, by the end of its name.
func CheckName(path string) error {
	if extension := strings.ToLower(filepath.Ext(path)); !slices.Contains(endings(), extension) {
		return unknownEnding(extension)
	}
	return nil
}

// unknownEnding is the error of a file whose name does not say a format.
func unknownEnding(extension string) error {
	cause := fmt.Sprintf("files ending in %q are not known", extension)
	if extension == "" {
		cause = "the name of the file has no ending that says its format"
	}
	endings := endings()
	last := len(endings) - 1
	return &engine.Error{Stage: "save", Cause: cause, Remedy: remedy.Say("end it in %s or %s", strings.Join(endings[:last], ", "), endings[last])}
}

func pictureFile(p chart.Picture, extension string) ([]byte, error) {
	switch extension {
	case ".svg":
		return chart.SVG(p), nil
	case ".pdf":
		return chart.PDF(p)
	}
	return chart.PNG(p)
}

// pictureOf returns what of a value can be drawn.
func (r *Renderer) pictureOf(value any) (chart.Picture, bool) {
	var figures []*figure.Figure
	switch v := value.(type) {
	case *engine.Report:
		figures = v.Figures
	case briefed:
		figures = briefly(v.Brief()).figures
	case *figure.Figure:
		figures = []*figure.Figure{v}
	case figure.Figure:
		figures = []*figure.Figure{&v}
	case []*figure.Figure:
		figures = v
	case *plot.Plot:
		return chart.Of(v), true
	default:
		res, _ := resultsOf(value)
		figures = res.figures
	}
	return chart.Sheet{Figures: r.dressed(figures), Looks: r.looks}, len(figures) > 0
}

// sheetOf returns what of a value is a table of results.
func sheetOf(value any) (*figure.Sheet, bool) {
	switch v := value.(type) {
	case *engine.Report:
		return scoreSheet(v), true
	case figure.Figure:
		return v.Table(), true
	case []*figure.Figure:
		if len(v) == 1 {
			return v[0].Table(), true
		}
	}
	res, ok := resultsOf(value)
	return res.sheet, ok
}

// scoreSheet is the scores of a report: over all folds, and of each.
func scoreSheet(r *engine.Report) *figure.Sheet {
	s := &figure.Sheet{Title: r.Pipeline, Columns: []string{"score", "better", "mean", "sd", "low", "high"}}
	for fold := range r.Runs {
		s.Columns = append(s.Columns, fmt.Sprintf("fold %d", fold+1))
	}
	for _, score := range r.Scores {
		row := []figure.Cell{figure.Word(score.Name), figure.Word(score.Better.String())}
		for _, v := range append([]float64{score.Mean, score.SD, score.Low, score.High}, score.Folds...) {
			row = append(row, figure.Figures(v, 4))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}
