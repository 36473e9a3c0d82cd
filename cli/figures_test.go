package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// plants is a file with a number, a word and a class for each row.
const plants = "height,width,soil,kind\n" +
	"1.0,2.1,clay,fern\n1.2,2.0,sand,fern\n0.9,1.8,clay,fern\n1.1,2.2,loam,fern\n" +
	"3.0,0.9,sand,moss\n3.2,1.1,loam,moss\n2.9,1.0,clay,moss\n3.1,0.8,sand,moss\n"

// TestOwnFigures: a cell makes a figure of data, marks and scales, a plot or an image, and
// is told what is wrong with one.
func TestOwnFigures(t *testing.T) {
	folder := t.TempDir()
	growth := func(heights string) string {
		return "import \"unfold/engine/figure\"\n" +
			"week := []float64{1, 2, 3, 4}\n" +
			"growth := &figure.Figure{Title: \"Growth\", X: figure.Axis{Label: \"week\"}, Y: figure.Axis{Label: \"height\", Log: true}, Classes: []string{\"fern\", \"moss\"},\n" +
			"\tStyle: figure.Style{Palette: &figure.Palette{Groups: []color.NRGBA{{0x12, 0x34, 0x56, 0xff}, {0, 0x80, 0x80, 0xff}}}},\n" +
			"\tLayers: []figure.Layer{figure.Line{Name: \"fit\", X: week, Y: []float64{2, 3.2, 5.1, 8.2}}, figure.Points{X: week, Y: []float64{" + heights + "}, Class: []int{0, 0, 1, 1}}}}\n" +
			"growth"
	}
	cell := "import \"image/color\"\n" + growth("2, 3, 5, 9")
	out, errs, ok := program(t, folder, "", "run", "-e", cell, "--save", "a.svg")
	text, err := os.ReadFile(filepath.Join(folder, "a.svg"))
	if !ok || err != nil || !strings.Contains(out, "height 2 to 9") {
		t.Fatalf("%v\n%s%s", err, out, errs)
	}
	for _, part := range []string{">Growth<", ">week<", ">moss (2)<", ">fit<", "#123456", "#008080"} {
		if !strings.Contains(string(text), part) {
			t.Errorf("the file lacks %s", part)
		}
	}
	cell = "import \"image/color\"\n" + growth("2, 3, 5")
	if out, errs, ok = program(t, folder, "", "run", "-e", cell, "--save", "b.svg"); ok || !strings.Contains(out+errs, "layer 2, points: Y has length 3, and X has length 4") {
		t.Errorf("of lists that differ it says %q, %q", out, errs)
	}
	for cell, want := range map[string]string{
		"import \"gonum.org/v1/plot\"\np := plot.New()\np.Title.Text = \"mine\"\nsave(p, \"p.png\")\np": "plot: mine",
		"import \"image\"\nimage.NewGray(image.Rect(0, 0, 20, 10))":                                     "image of 20×10 dots",
	} {
		if out, errs, ok := program(t, folder, "", "run", "-e", cell); !ok || !strings.Contains(out, want) {
			t.Errorf("%s says %q, %q", cell, out, errs)
		}
	}
	if png, err := os.ReadFile(filepath.Join(folder, "p.png")); err != nil || !strings.HasPrefix(string(png), "\x89PNG") {
		t.Errorf("the plot is saved as %.8q, %v", png, err)
	}
}

// TestFiguresTakeArguments, each of which is seen in the file that is written.
func TestFiguresTakeArguments(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "plants.csv"), []byte(plants), 0o666); err != nil {
		t.Fatal(err)
	}
	source := `load("plants.csv", label="kind") | columns("height,width") | pca | `
	for _, c := range []struct {
		view string
		want []string // in the SVG file
	}{
		{`scatter(title="My plants", xlabel="across", ylabel="up")`, []string{">My plants<", ">across<", ">up<"}},
		{`scatter(color="height", palette="cividis")`, []string{">height<", "#00224e"}},
		{`scatter(color="soil", shape="kind")`, []string{">soil<", ">clay (3)<", ">kind<", ">moss<"}},
		{`scatter(label="soil", size=2, alpha=0.5)`, []string{">loam<", `fill-opacity="0.5"`}},
		{`scatter(facet="kind", theme="dark")`, []string{">fern (4)<", ">moss (4)<", "#1a1a1a"}},
		{`scatter(palette=["#123456", "teal"], order=["moss"], xlim=[-4, 4])`, []string{"#123456", "#008080"}},
		{`scatter(width="8cm", height="6cm")`, []string{`width="226.772pt"`}},
	} {
		_, errs, ok := program(t, folder, "", "run", "-q", "-e", source+c.view, "--save", "a.svg")
		text, err := os.ReadFile(filepath.Join(folder, "a.svg"))
		if !ok || err != nil {
			t.Errorf("%s: %v\n%s", c.view, err, errs)
			continue
		}
		for _, part := range c.want {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s: the file lacks %s", c.view, part)
			}
		}
	}
	for view, want := range map[string]string{
		`scatter(color="heigth")`:   "did you mean height?",
		`scatter(palette="cividi")`: "did you mean cividis?",
		`scatter(theme="pink")`:     `one of "auto", "notebook", "paper", "slide", "dark"`,
		`scatter(width="wide")`:     "the units are cm, mm, in, pt and px",
		`confusion(color="height")`: "rows of the data",
		`scatter(colour="height")`:  "color",
	} {
		end := source
		if strings.HasPrefix(view, "confusion") {
			end = strings.Replace(source, "| pca |", "| cv(2) | knn(1) |", 1)
		}
		if _, errs, ok := program(t, folder, "", "run", "-q", "-e", end+view); ok || !strings.Contains(errs, want) {
			t.Errorf("%s says %q, want %q", view, errs, want)
		}
	}
}
