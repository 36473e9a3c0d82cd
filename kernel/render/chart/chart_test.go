package chart

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"

	"unfold/engine/figure"
	"unfold/kernel/render/svg"
)

func sheets() map[string]Sheet {
	return map[string]Sheet{
		"scatter":   {Figures: []*figure.Figure{blobs(150, 3)}},
		"shade":     {Figures: []*figure.Figure{shaded()}},
		"curve":     {Figures: []*figure.Figure{curve()}},
		"confusion": {Figures: []*figure.Figure{counts("a", "b")}},
		"graph":     {Figures: []*figure.Figure{graph(), whole()}},
		"band":      {Figures: []*figure.Figure{tuned()}},
		"names":     {Figures: []*figure.Figure{ranked("krr, tuned inside folds", "grnn", "direct svm", "k-NN", "the nearest mean")}},
		"heat":      {Figures: []*figure.Figure{heat()}},
		"bars":      {Figures: []*figure.Figure{dealt(), parallel()}},
		"panels":    {Figures: []*figure.Figure{multiples(4), whole()}},
		"empty":     {Figures: []*figure.Figure{{Title: "nothing"}}},
		"text":      {Figures: []*figure.Figure{whole()}, Text: []string{"accuracy 0.95"}},
	}
}

func decode(t *testing.T, data []byte, err error) image.Image {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// has reports whether a dot of img has exactly the colour.
func has(img image.Image, c color.NRGBA) bool {
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			if color.NRGBAModel.Convert(img.At(x, y)) == color.Color(c) {
				return true
			}
		}
	}
	return false
}

func TestFormats(t *testing.T) {
	for name, s := range sheets() {
		t.Run(name, func(t *testing.T) {
			first, err := PNG(s)
			img := decode(t, first, err)
			if w, h := s.Size(); img.Bounds().Dx() != w*density || img.Bounds().Dy() != h*density {
				t.Errorf("picture is %v, sheet %d×%d", img.Bounds(), w, h)
			}
			if again, _ := PNG(s); !bytes.Equal(first, again) {
				t.Error("the same sheet gave two different PNG files")
			}
			for _, file := range [][]byte{SVG(s), vectorOf(s, svg.InPage)} {
				for d := xml.NewDecoder(bytes.NewReader(file)); ; {
					if _, err := d.Token(); err == io.EOF {
						break
					} else if err != nil {
						t.Fatalf("SVG is not well formed: %v", err)
					}
				}
			}
			pdf, err := PDF(s)
			if err != nil {
				t.Fatal(err)
			}
			if again, _ := PDF(s); !bytes.Equal(pdf, again) {
				t.Error("the same sheet gave two different PDF files")
			}
			if !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.Contains(pdf, []byte("(D:19700101000000")) {
				t.Error("PDF has no head or no fixed time")
			}
		})
	}
}

func TestClassColoursAreInThePicture(t *testing.T) {
	data, err := PNG(Sheet{Figures: []*figure.Figure{blobs(300, 8)}})
	img := decode(t, data, err)
	for i := range 8 {
		if !has(img, Class(i).Fill) {
			t.Errorf("no dot of class %d's colour %v", i, Class(i).Fill)
		}
	}
	if has(img, strong) {
		t.Error("colour of bridges in a figure without bridges")
	}
	data, err = PNG(Sheet{Figures: []*figure.Figure{graph()}})
	if !has(decode(t, data, err), strong) {
		t.Error("bridge not drawn")
	}
}

func TestLargeScatterStaysSmall(t *testing.T) {
	data, err := PNG(Sheet{Figures: []*figure.Figure{blobs(3750, 3)}})
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 150_000 {
		t.Errorf("5,000 points take %d bytes, want at most 150,000", len(data))
	}
}

// TestHostileFigures draws what data can bring about.
func TestHostileFigures(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	figures := map[string]*figure.Figure{
		"no finite point":  {Layers: []figure.Layer{figure.Points{X: []float64{nan, inf}, Y: []float64{1, -inf}}}},
		"one point":        {Equal: true, Layers: []figure.Layer{figure.Points{X: []float64{3}, Y: []float64{0}}}},
		"huge span":        {Layers: []figure.Layer{figure.Points{X: []float64{-math.MaxFloat64, math.MaxFloat64}, Y: []float64{0, 5e-324}}}},
		"log of zero":      {X: figure.Axis{Log: true}, Layers: []figure.Layer{figure.Line{X: []float64{0, -1, 1e-300, 1e300}, Y: []float64{1, 2, 3, 4}}}},
		"one cell":         {Layers: []figure.Layer{figure.Cells{Values: [][]float64{{nan}}}}},
		"long words":       {Title: string(bytes.Repeat([]byte("word "), 200)), X: figure.Axis{Label: string(bytes.Repeat([]byte("x"), 500))}, Classes: []string{string(bytes.Repeat([]byte("c"), 300))}, Layers: []figure.Layer{figure.Points{X: []float64{1, 2}, Y: []float64{1, 2}, Class: []int{0, 0}}}},
		"broken band":      {Y: figure.Axis{Log: true}, Layers: []figure.Layer{figure.Band{Name: "band", X: []float64{1, 2, nan, 4}, Low: []float64{0, 1, 2, nan}, High: []float64{inf, 2, 3, 4}}}},
		"bars of nothing":  {Y: figure.Axis{Log: true}, Layers: []figure.Layer{figure.Bars{Low: []float64{nan, 0, 1}, High: []float64{1, inf, 2}, Y: []float64{1, nan, -3}}}},
		"bars below zero":  {Layers: []figure.Layer{figure.Bars{Low: []float64{0, 1}, High: []float64{1, 2}, Y: []float64{-3, 2}}}},
		"long names":       {Layers: []figure.Layer{figure.Names{X: []float64{1, 1, nan}, Y: []float64{1, 2, 3}, Texts: []string{string(bytes.Repeat([]byte("long "), 99)), "", "c"}, Right: true}, figure.Names{X: []float64{1}, Y: []float64{1}, Texts: []string{string(bytes.Repeat([]byte("long "), 99))}}}},
		"shade of strokes": {Layers: []figure.Layer{figure.Segments{X0: []float64{1, nan}, Y0: []float64{1, 2}, X1: []float64{2, 3}, Y1: []float64{2, 3}, Shade: []float64{nan, 1}}}},
		"point off grid":   {Layers: []figure.Layer{figure.Cells{Values: [][]float64{{1}}}, figure.Points{Name: "chosen", X: []float64{7, nan}, Y: []float64{0, 0}}}},
		"unnamed class":    {Layers: []figure.Layer{figure.Points{X: []float64{1}, Y: []float64{1}, Class: []int{2}}}},
		"equal shades":     {Layers: []figure.Layer{figure.Points{X: []float64{1, 2}, Y: []float64{1, 2}, Shade: []float64{7, 7}}}},
		"parts of nothing": {Parts: []*figure.Figure{{}, {Parts: []*figure.Figure{{Layers: []figure.Layer{figure.Points{X: []float64{nan}, Y: []float64{inf}, Shade: []float64{nan}}}}}}}},
		"shade of NaN":     {Layers: []figure.Layer{figure.Points{X: []float64{1, 2}, Y: []float64{1, 2}, Shade: []float64{nan, 7}}}},
	}
	for name, fig := range figures {
		t.Run(name, func(t *testing.T) {
			s := Sheet{Figures: []*figure.Figure{fig}}
			if _, err := PNG(s); err != nil {
				t.Error(err)
			}
			if _, err := PDF(s); err != nil {
				t.Error(err)
			}
			if data, err := Live(fig, nil, 600, 440); err != nil || !json.Valid(data) {
				t.Error(err)
			}
		})
	}
}

// TestNamesEndInsideTheFigure lays out names on both sides and looks where they
// end.
func TestNamesEndInsideTheFigure(t *testing.T) {
	names := []string{"krr, tuned inside folds", "grnn", "direct svm with an rbf kernel", "k-NN", "classical scaling, then the nearest mean"}
	fig := ranked(names...)
	w, h := Sheet{Figures: []*figure.Figure{fig}}.Sized(pairWidth, pairHeight).FigureSize()
	f := layOut(fig, nil, vg.Rectangle{Max: vg.Point{X: vg.Length(w), Y: vg.Length(h)}})
	for _, layer := range namesOf(fig) {
		for i, text := range layer.Texts {
			if fitted(text, f.box.Size().X) != text && nameStyle.Width(text) <= f.box.Size().X*mostOfBox {
				t.Errorf("%q is cut", text)
			}
			from, to := f.at(layer.X[i], layer.Y[i]).X, f.at(layer.X[i], layer.Y[i]).X
			if wide := nameStyle.Width(fitted(text, f.box.Size().X)); layer.Right {
				from -= gap + wide
			} else {
				to += gap + wide
			}
			if from < f.box.Min.X || to > f.box.Max.X {
				t.Errorf("%q reaches from %.0f to %.0f beyond %.0f to %.0f", text, from, to, f.box.Min.X, f.box.Max.X)
			}
		}
	}
	for _, tick := range f.xTicks {
		if tick.at < 1 || tick.at > 6 {
			t.Errorf("a tick at %g, where there are only names", tick.at)
		}
	}
}

// TestBandsAreSeenInGrey holds the band and its edge to be darker than the
// paper, and its line darker than both.
func TestBandsAreSeenInGrey(t *testing.T) {
	over := func(c color.NRGBA) color.NRGBA {
		a := float64(c.A) / 255
		mix := func(v uint8) uint8 { return uint8(255*(1-a) + float64(v)*a) }
		return color.NRGBA{mix(c.R), mix(c.G), mix(c.B), 0xFF}
	}
	for n := range 4 {
		s := coloursOf(nil).band(n)
		fill, edge := luminance(over(s.fill)), luminance(over(color.NRGBAModel.Convert(s.edge.Color).(color.NRGBA)))
		line := luminance(Class(n).Edge)
		if fill > 0.92 || edge > 0.7*fill || line >= edge {
			t.Errorf("band %d is %.2f bright, its edge %.2f, its line %.2f", n, fill, edge, line)
		}
	}
}

func TestLooks(t *testing.T) {
	l := new(Looks)
	for _, c := range []struct {
		names []string
		want  []int
	}{
		{[]string{"a", "b", "c"}, []int{0, 1, 2}},
		{[]string{"c", "a"}, []int{2, 0}},                 // a part keeps its looks
		{[]string{"x", "y"}, []int{0, 1}},                 // others start with the best
		{[]string{"a", "x", "b", "z"}, []int{0, 2, 1, 3}}, // of two that want the same, the first has it
		{[]string{"a", "x", "b", "z"}, []int{0, 2, 1, 3}},
		{[]string{"y", "x"}, []int{1, 0}}, // and the other keeps its own elsewhere
		{nil, []int{}},
	} {
		if got := l.of(c.names); !slices.Equal(got, c.want) {
			t.Errorf("%v look like %v, want %v", c.names, got, c.want)
		}
	}
	var none *Looks
	if got := none.of([]string{"b", "a"}); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("without memory, looks are %v", got)
	}
}

func TestEqualAxes(t *testing.T) {
	w, h := Sheet{Figures: make([]*figure.Figure, 1)}.FigureSize()
	data, err := Live(blobs(100, 2), nil, w, h)
	if err != nil {
		t.Fatal(err)
	}
	var l live
	if err := json.Unmarshal(data, &l); err != nil {
		t.Fatal(err)
	}
	ux, uy := (l.X.Hi-l.X.Lo)/(l.Box[2]-l.Box[0]), (l.Y.Hi-l.Y.Lo)/(l.Box[3]-l.Box[1])
	if math.Abs(ux/uy-1) > 1e-3 {
		t.Errorf("a pixel is %g across and %g up", ux, uy)
	}
}
