package chart

import (
	"image/color"
	"math"
	"strconv"
	"strings"
	"testing"

	"unfold/engine/figure"
)

// lightness is L* of CIE 1976, 0 to 100.
func lightness(c color.NRGBA) float64 {
	l, _, _ := lab([3]float64{linear(c.R), linear(c.G), linear(c.B)})
	return l
}

// lab converts linear light to CIE L*a*b* under D65.
func lab(rgb [3]float64) (l, a, b float64) {
	x := (0.4124*rgb[0] + 0.3576*rgb[1] + 0.1805*rgb[2]) / 0.95047
	y := 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2]
	z := (0.0193*rgb[0] + 0.1192*rgb[1] + 0.9505*rgb[2]) / 1.08883
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	return 116*f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))
}

// The linear-light matrices of complete colour blindness by Machado, Oliveira,
// Fernandes 2009, doi:10.1109/TVCG.2009.113.
var blindness = map[string][3][3]float64{
	"protanopia":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritanopia":   {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// seen returns what is left of c under the matrix.
func seen(c color.NRGBA, m [3][3]float64) [3]float64 {
	in := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var out [3]float64
	for i := range out {
		for j := range in {
			out[i] += m[i][j] * in[j]
		}
		out[i] = min(max(out[i], 0), 1)
	}
	return out
}

func TestClassesStayApartInGrey(t *testing.T) {
	for i := range usualPalette().Groups {
		for j := range i {
			want := 7.0
			if i < 4 {
				want = 16
			}
			if d := math.Abs(lightness(usualPalette().Groups[i]) - lightness(usualPalette().Groups[j])); d < want {
				t.Errorf("classes %d and %d differ by %.1f in lightness, want %g", j, i, d, want)
			}
		}
	}
}

func TestClassesStayApartForColourBlindEyes(t *testing.T) {
	for name, m := range blindness {
		for i := range usualPalette().Groups {
			for j := range i {
				l0, a0, b0 := lab(seen(usualPalette().Groups[i], m))
				l1, a1, b1 := lab(seen(usualPalette().Groups[j], m))
				if d := math.Hypot(math.Hypot(l0-l1, a0-a1), b0-b1); d < 15 {
					t.Errorf("%s: classes %d and %d are %.1f apart, want 15", name, j, i, d)
				}
			}
		}
	}
}

func TestEdgesStandOut(t *testing.T) {
	for i := range usualPalette().Groups {
		if c := contrast(Class(i).Edge, white); c < 3 {
			t.Errorf("class %d: edge has contrast %.2f against white, want 3", i, c)
		}
	}
	for _, c := range []color.NRGBA{ink, soft} {
		if contrast(c, white) < 4.5 {
			t.Errorf("text in %v has contrast %.2f, want 4.5", c, contrast(c, white))
		}
	}
	for i := range 101 {
		if fill := rampAt(blues, float64(i)/100); contrast(readable(fill), fill) < 4 {
			t.Errorf("number on shade %d %% has contrast %.2f", i, contrast(readable(fill), fill))
		}
	}
}

func TestLooksOfManyClassesDiffer(t *testing.T) {
	taken := map[Style]int{}
	for i := range 64 {
		if j, ok := taken[Class(i)]; ok {
			t.Fatalf("classes %d and %d look alike", j, i)
		}
		taken[Class(i)] = i
	}
}

func TestRampsDarkenEvenly(t *testing.T) {
	for name, stops := range map[string][]color.NRGBA{"viridis": usualPalette().Ramp, "blues": blues} {
		var last float64
		for i := range 33 {
			l := lightness(rampAt(stops, float64(i)/32))
			if i > 0 && (l > last) != (name == "viridis") {
				t.Errorf("%s: lightness turns at step %d", name, i)
			}
			last = l
		}
	}
}

// TestLooksRepeatLate: with any number of colours, eight times as many classes look
// different; beyond, the legend says that looks repeat.
func TestLooksRepeatLate(t *testing.T) {
	for n := range 12 {
		k := coloursOf(nil)
		k.groups = nil
		for i := range n + 1 {
			k.groups = append(k.groups, color.NRGBA{R: uint8(20 * i), A: 0xFF})
		}
		taken := map[Style]int{}
		for i := range 8 * (n + 1) {
			look := k.class(i)
			look.Edge = look.Fill
			if j, ok := taken[look]; ok {
				t.Fatalf("with %d colours classes %d and %d look alike", n+1, j, i)
			}
			taken[look] = i
		}
	}
	fig := &figure.Figure{}
	p := figure.Points{Rows: []int{}}
	for i := range 65 {
		fig.Classes = append(fig.Classes, strconv.Itoa(i))
		p.X, p.Y, p.Class = append(p.X, 0), append(p.Y, 0), append(p.Class, i)
	}
	fig.Layers = []figure.Layer{p}
	if got := labelsOf(fig); !strings.Contains(got, "looks repeat") {
		t.Errorf("the legend of 65 classes is %s", got)
	}
	fig.Classes = fig.Classes[:64]
	if got := labelsOf(fig); strings.Contains(got, "looks repeat") {
		t.Errorf("the legend of 64 classes is %s", got)
	}
}

// TestOthersAreGrey: no class has the look of those that are not told apart.
func TestOthersAreGrey(t *testing.T) {
	fig := &figure.Figure{Classes: []string{"a", "b", "7 others"}, Others: "7 others"}
	looks := new(Looks).ofFigure(fig)
	if grey := coloursOf(nil).class(looks[2]); grey.Fill != faint || looks[0] == greyLook || looks[1] == greyLook {
		t.Errorf("looks %v, others are %v", looks, grey)
	}
	for i := range 64 {
		if Class(i).Fill == faint {
			t.Errorf("class %d is grey", i)
		}
	}
}
