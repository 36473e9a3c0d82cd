package view

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/remedy"
)

// declareResponse declares which of several responses a view shows.
func declareResponse(p *engine.Params, name *string, doc string) {
	p.Text(name, "response", "", engine.AnyValue(), doc+"; the first of several if not given").OfColumns()
}

// responseAt returns the column of the named response; without a name the first.
func responseAt(t engine.Target, name string) (int, error) {
	if name == "" {
		return 0, nil
	}
	names := t.ResponseNames()
	if c := slices.Index(names, name); c >= 0 {
		return c, nil
	}
	advice := remedy.Omit("response")
	if len(names) > 0 {
		advice = remedy.Say("it is one of %s", strings.Join(names, ", "))
	}
	return 0, &engine.Error{Param: "response", Cause: fmt.Sprintf("no response is called %q", name), Remedy: advice}
}

// responseOf returns response c of the rows; nil without.
func responseOf(s engine.Sample, c int) []float64 {
	if !s.HasResponse() {
		return nil
	}
	return mat.Col(nil, c, s.Response)
}
