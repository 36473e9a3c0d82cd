package figure_test

import (
	"encoding/csv"
	"math"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/figure"
)

func TestFigureTable(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name string
		fig  figure.Figure
		want string // as comma-separated values
	}{
		{"nothing", figure.Figure{}, ""},
		{"points", figure.Figure{
			Classes: []string{"a", "b"}, X: figure.Axis{Label: "first"},
			Layers: []figure.Layer{
				figure.Points{Name: "training", X: []float64{1, 0.1}, Y: []float64{3, nan}, Class: []int{0, 1}, Rows: []int{7, 9}},
				figure.Points{Name: "held", X: []float64{1. / 3}, Y: []float64{5}, Class: []int{1}},
			}},
			"layer,row,class,first,y\ntraining,7,a,1,3\ntraining,9,b,0.1,\nheld,,b,0.3333333333333333,5\n"},
		{"shades", figure.Figure{Layers: []figure.Layer{figure.Points{X: []float64{1}, Y: []float64{2}, Shade: []float64{0.5}}}}, "x,y,value\n1,2,0.5\n"},
		{"curve with its band", figure.Figure{
			X: figure.Axis{Label: "k"}, Y: figure.Axis{Label: "accuracy"},
			Layers: []figure.Layer{
				figure.Band{Name: "standard error", X: []float64{5, 7}, Low: []float64{0.8, 0.85}, High: []float64{0.9, 0.95}},
				figure.Line{Name: "mean", X: []float64{5, 7}, Y: []float64{0.85, 0.9}},
			}},
			"layer,k,accuracy,low,high\nstandard error,5,,0.8,0.9\nstandard error,7,,0.85,0.95\nmean,5,0.85,,\nmean,7,0.9,,\n"},
		{"strokes and names", figure.Figure{
			X: figure.Axis{Label: "rank"}, Y: figure.Axis{Label: "rank"},
			Layers: []figure.Layer{
				figure.Segments{Name: "not told apart", X0: []float64{1}, Y0: []float64{2}, X1: []float64{3}, Y1: []float64{4}},
				figure.Names{X: []float64{1.5}, Y: []float64{0}, Texts: []string{"krr, tuned"}},
			}},
			"layer,name,rank (across),rank (up),to rank (across),to rank (up)\nnot told apart,,1,2,3,4\n,\"krr, tuned\",1.5,0,,\n"},
		{"bars and shaded strokes", figure.Figure{
			X: figure.Axis{Label: "accuracy"}, Y: figure.Axis{Label: "deals"},
			Layers: []figure.Layer{
				figure.Bars{Name: "dealt anew", Low: []float64{0.3, 0.4}, High: []float64{0.4, 0.5}, Y: []float64{7, 2}},
				figure.Segments{Name: "score", X0: []float64{0}, Y0: []float64{1}, X1: []float64{2}, Y1: []float64{3}, Shade: []float64{0.9}},
			}},
			"layer,accuracy,deals,to accuracy,to deals,value\ndealt anew,0.3,7,0.4,,\ndealt anew,0.4,2,0.5,,\nscore,0,1,2,3,0.9\n"},
		{"grid", figure.Figure{
			X: figure.Axis{Label: "predicted", Labels: []string{"a", "b"}}, Y: figure.Axis{Label: "truth", Labels: []string{"a", "b"}},
			Layers: []figure.Layer{figure.Cells{Values: [][]float64{{8, 1}, {nan, 9}}}}},
			"truth,predicted a,predicted b\na,8,1\nb,,9\n"},
		{"grid with a mark", figure.Figure{
			X: figure.Axis{Label: "k", Labels: []string{"5", "7"}}, Y: figure.Axis{Label: "C", Labels: []string{"1"}},
			Layers: []figure.Layer{figure.Cells{Values: [][]float64{{0.8, 0.9}}}, figure.Points{Name: "chosen", X: []float64{1}, Y: []float64{0}}}},
			"layer,k,C,value\n,5,1,0.8\n,7,1,0.9\nchosen,7,1,\n"},
		{"parts", figure.Figure{Title: "all", Parts: []*figure.Figure{
			{Title: "one", Parts: []*figure.Figure{{Name: "curve", X: figure.Axis{Label: "k"}, Layers: []figure.Layer{figure.Line{Name: "mean", X: []float64{5}, Y: []float64{0.5}}}}}},
			{Title: "two", X: figure.Axis{Label: "C"}, Layers: []figure.Layer{figure.Line{X: []float64{1}, Y: []float64{2}}}},
		}},
			"part,layer,x,y\n\"one, curve\",mean,5,0.5\ntwo,,1,2\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.fig.Table()
			got := strings.TrimPrefix(s.CSV(), "\n")
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if _, err := csv.NewReader(strings.NewReader(got)).ReadAll(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSheetEscapes sets what names from data may hold.
func TestSheetEscapes(t *testing.T) {
	s := figure.Sheet{
		Columns: []string{"50 % of a_b", `{"x"}`},
		Rows:    [][]figure.Cell{{figure.Word(`R&D \ #1 ~ ^ $`), {Text: "0.9 ± 0.1", Value: 0.9, Mark: figure.Best}}, {figure.Word("a, \"b\"\nc"), {Text: "0.8", Value: 0.8, Mark: figure.Tied}}},
	}
	for _, want := range []string{
		`50 \% of a\_b & \{"x"\} \\`, `R\&D \textbackslash{} \#1 \textasciitilde{} \textasciicircum{} \$ & \textbf{0.9 $\pm$ 0.1} \\`, `\textit{0.8}`,
		`\begin{tabular}{lr}`,
	} {
		if got := s.LaTeX(); !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	records, err := csv.NewReader(strings.NewReader(s.CSV())).ReadAll()
	if err != nil || len(records) != 3 || records[2][0] != "a, \"b\"\nc" || records[1][1] != "0.9" {
		t.Errorf("read back as %q, %v", records, err)
	}
}

// TestHiddenClassesHaveNoName: rows whose class is not to be known are drawn
// without one.
func TestHiddenClassesHaveNoName(t *testing.T) {
	f := &figure.Figure{Classes: []string{"a"}, Layers: []figure.Layer{figure.Points{X: []float64{1, 2}, Y: []float64{3, 4}, Class: []int{engine.Hidden, 0}}}}
	s := f.Table()
	if s.Rows[0][0].Text != "" || s.Rows[1][0].Text != "a" {
		t.Errorf("%+v", s.Rows)
	}
}

// TestSignsOfComparison: TeX sets a bare sign of comparison as another one.
func TestSignsOfComparison(t *testing.T) {
	s := &figure.Sheet{Columns: []string{"p"}, Rows: [][]figure.Cell{{{Text: "<0.0001", Value: 1e-5}}, {figure.Word("a|b > c")}}}
	for _, want := range []string{"$<$0.0001", "a$|$b $>$ c", "{r}"} {
		if text := s.LaTeX(); !strings.Contains(text, want) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
}
