package gram

import (
	"math"
	"testing"
)

func TestFinite(t *testing.T) {
	x := points(8, 4, 3)
	if err := Finite(x); err != nil {
		t.Error(err)
	}
	x.Set(2, 1, math.Inf(-1))
	want := "input row 2, column 1 is -Inf: values must be finite; put impute before it"
	if err := Finite(x); err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}
