package render

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"

	"unfold/engine"
	"unfold/kernel/render/chart"
)

// Save writes a value to a file in the format that the end of its name says:
// .png, .svg or .pdf for reports, figures and plots; .html and .txt for every
// value; .json for reports. The folder must be there.
func (r *Renderer) Save(value any, path string) error {
	data, err := r.file(value, strings.ToLower(filepath.Ext(path)))
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		return &engine.Error{Stage: "save", Cause: err.Error(), Remedy: "name a file in a folder that is there and can be written to", Err: err}
	}
	return nil
}

// file returns the bytes of the value in the format of the extension.
func (r *Renderer) file(value any, extension string) ([]byte, error) {
	switch extension {
	case ".png", ".svg", ".pdf":
		picture, ok := pictureOf(value)
		if !ok {
			return nil, &engine.Error{Stage: "save", Cause: fmt.Sprintf("a %T has no figure to save as %s", value, extension), Remedy: "save it as .txt or .html, or save a report, a figure or a plot"}
		}
		return map[string]func(chart.Picture) ([]byte, error){".png": chart.PNG, ".svg": chart.SVG, ".pdf": chart.PDF}[extension](picture)
	case ".html":
		return []byte(Page("unfold", r.part(value))), nil
	case ".txt":
		return []byte(r.Text(value) + "\n"), nil
	case ".json":
		report, ok := value.(*engine.Report)
		if !ok {
			return nil, &engine.Error{Stage: "save", Cause: fmt.Sprintf("a %T cannot be saved as .json", value), Remedy: "save a report so, or this as .txt"}
		}
		data, err := json.MarshalIndent(report, "", "  ")
		if err != nil {
			return nil, &engine.Error{Stage: "save", Cause: err.Error(), Err: err}
		}
		return append(data, '\n'), nil
	}
	cause := fmt.Sprintf("files ending in %q are not known", extension)
	if extension == "" {
		cause = "the name of the file has no ending that says its format"
	}
	return nil, &engine.Error{Stage: "save", Cause: cause, Remedy: "end it in .png, .svg, .pdf, .html, .txt or .json"}
}

// pictureOf returns what of a value can be drawn.
func pictureOf(value any) (chart.Picture, bool) {
	var figures []*engine.Figure
	switch v := value.(type) {
	case *engine.Report:
		figures = v.Figures
	case *engine.Figure:
		figures = []*engine.Figure{v}
	case engine.Figure:
		figures = []*engine.Figure{&v}
	case []*engine.Figure:
		figures = v
	case *plot.Plot:
		return chart.Of(v), true
	}
	return chart.Sheet{Figures: figures}, len(figures) > 0
}
