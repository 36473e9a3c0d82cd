package dataset

import (
	"errors"
	"testing"

	"unfold/engine"
)

// pictures are two rows of 2×3 pixels with a class.
const pictures = "a,b,c,d,e,f,class\n0,1,2,3,4,5,u\n5,,10,5,5,5,v\n"

func TestImage(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "pictures.csv", pictures)
	for text, want := range map[string]engine.Picture{
		"2x3":   {Width: 2, Height: 3, High: 10},
		" 3×2 ": {Width: 3, Height: 2, High: 10},
		"6 x 1": {Width: 6, Height: 1, High: 10},
	} {
		l := newLoad("pictures.csv")
		l.Image = text
		table, err := l.Load(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if *table.Image != want {
			t.Errorf("image=%q is %+v, want %+v", text, *table.Image, want)
		}
		if kept := table.Keep([]int{1}); kept.Image != table.Image {
			t.Error("rows that are kept are no pictures any more")
		}
	}
	if plain, err := newLoad("pictures.csv").Load(t.Context()); err != nil || plain.Image != nil {
		t.Errorf("rows are pictures without image= (%v)", err)
	}
}

func TestImageOfOneSide(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "squares.csv", "a,b,c,d,class\n0,1,2,3,u\n4,5,6,7,v\n")
	l := newLoad("squares.csv")
	for _, p := range engine.ParamsOf(l) {
		if p.Name == "image" {
			if err := p.Set(2); err != nil {
				t.Fatal(err)
			}
		}
	}
	if table, err := l.Load(t.Context()); err != nil || *table.Image != (engine.Picture{Width: 2, Height: 2, High: 7}) {
		t.Errorf("image=2 is %+v (%v)", table.Image, err)
	}
}

func TestImageRefusals(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "pictures.csv", pictures)
	write(t, "words.csv", "a,b,class\n1,red,u\n2,blue,v\n3,red,u\n")
	for _, c := range []struct{ file, image, cause string }{
		{"pictures.csv", "wide", `"wide" is no width and height`},
		{"pictures.csv", "0x6", `"0x6" is no width and height`},
		{"pictures.csv", "2x3x1", `"2x3x1" is no width and height`},
		{"pictures.csv", "2x4", "a picture of 2×4 has 8 pixels, and the rows have 6 columns"},
		{"words.csv", "2x1", "column b holds words, and pixels are numbers"},
	} {
		l := newLoad(c.file)
		l.Image = c.image
		_, err := l.Load(t.Context())
		var fault *engine.Error
		if !errors.As(err, &fault) || fault.Param != "image" || fault.Cause != c.cause || len(fault.Remedy) == 0 {
			t.Errorf("image=%q of %s: %v", c.image, c.file, err)
		}
	}
}
