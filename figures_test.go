package main

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
		{`scatter(width="8cm", height="6cm")`, []string{`width="226.5pt"`}},
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
