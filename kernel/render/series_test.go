package render

import (
	"math"
	"reflect"
	"testing"
)

func TestSeries(t *testing.T) {
	long := make([]float64, 200)
	for i := range long {
		long[i] = float64(i) / 2
	}
	gaps := append([]float64{}, long...)
	gaps[7], gaps[199] = math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name  string
		value any
		want  string
	}{
		{"numbers", long, "200 of float64: 0 0.5 1 1.5 2 2.5 3 3.5 4 4.5 5 5.5 … 98 98.5 99 99.5\nleast 0, mean 49.75, greatest 99.5"},
		{"gaps", gaps, "200 of float64: 0 0.5 1 1.5 2 2.5 3 not a number 4 4.5 5 5.5 … 98 98.5 99 infinity\nleast 0, mean infinity, greatest infinity, 1 not a number"},
		{"an array of whole numbers", [101]uint16{100: 9}, "101 of uint16: 0 0 0 0 0 0 0 0 0 0 0 0 … 0 0 0 9\nleast 0, mean 0.0891, greatest 9"},
		{"short", []int{1, 2}, "[1 2]"},
	} {
		if got := New(Options{}).Text(c.value); got != c.want {
			t.Errorf("%s: text is\n%s, want\n%s", c.name, got, c.want)
		}
	}
	if got, want := rangeOf(reflect.ValueOf([]float64{math.NaN()})), "none a number"; got != want {
		t.Errorf("range is %q, want %q", got, want)
	}
}
