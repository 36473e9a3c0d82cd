package check

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"unfold/engine"
)

func TestRange(t *testing.T) {
	for _, c := range []struct {
		low, high, by any
		want          []any
		text          string
	}{
		{3, 6, 1, []any{3, 4, 5, 6}, "3..6"},
		{3, 8, 2, []any{3, 5, 7}, "3..8 by 2"},
		{-1, 1, 1, []any{-1, 0, 1}, "-1..1"},
		{6, 1, -2, []any{6, 4, 2}, "6..1 by -2"},
		{4, 4, 1, []any{4}, "4..4"},
		{1, 2, 0.5, []any{1.0, 1.5, 2.0}, "1..2 by 0.5"},
		{0.1, 0.5, 0.1, []any{0.1, 0.2, 0.3, 0.4, 0.5}, "0.1..0.5 by 0.1"},
		{0.0, 3.5, 1, []any{0.0, 1.0, 2.0, 3.0}, "0..3.5"},
		{1, 4.0, 1, []any{1, 2, 3, 4}, "1..4"},
		{0.1, 0.7999999999999999, 0.1, []any{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8}, "0.1..0.7999999999999999 by 0.1"},
		{int8(1), uint16(3), int64(1), []any{1, 2, 3}, "1..3"},
		{float32(0.5), 1, float32(0.25), []any{0.5, 0.75, 1.0}, "0.5..1 by 0.25"},
	} {
		got, fault := Range(c.low, c.high, c.by)
		if fault != nil || !reflect.DeepEqual(got.Values, c.want) || got.Text != c.text {
			t.Errorf("%v..%v by %v: %#v, %q, %+v", c.low, c.high, c.by, got.Values, got.Text, fault)
		}
	}
}

func TestLogRange(t *testing.T) {
	for _, c := range []struct {
		low, high, count any
		want             []any
		text             string
	}{
		{1e-6, 1, 7, []any{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1}, "1e-06..1 log 7"},
		{1.0, 1e-3, 4, []any{1.0, 0.1, 0.01, 0.001}, "1..0.001 log 4"},
		{0.125, 512, 13, []any{0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512}, "0.125..512 log 13"},
		{0.1234567890123456, 7, 2, []any{0.1234567890123456, 7}, "0.1234567890123456..7 log 2"},
		{1, 10, 3, []any{1, 3.16227766017, 10}, "1..10 log 3"},
	} {
		got, fault := LogRange(c.low, c.high, c.count)
		if fault != nil || !reflect.DeepEqual(got.Values, c.want) || got.Text != c.text {
			t.Errorf("%v..%v log %v: %#v, %q, %+v", c.low, c.high, c.count, got.Values, got.Text, fault)
		}
	}
}

// TestWholeNumbersOnALogarithmicScale rounds what lies between, once each, for
// a parameter that takes whole numbers, and leaves it for one that does not.
func TestWholeNumbersOnALogarithmicScale(t *testing.T) {
	c, _ := LogRange(1, 6, 6)
	if got := fmt.Sprint(c.For(&engine.Param{Type: engine.Int})); got != "[1 2 3 4 6]" {
		t.Errorf("%v", got)
	}
	if got := c.For(&engine.Param{Type: engine.Float}); len(got) != 6 || got[1] != 1.43096908111 {
		t.Errorf("%v", got)
	}
}

func TestFaultyRanges(t *testing.T) {
	for _, c := range []struct {
		low, high, by any
		log           bool
		part          Part
	}{
		{5, 1, 1, false, Whole}, {1, 5, -1, false, By}, {5, 1, 2, false, By}, {1, 5, 0, false, By}, {1, 2, 3, false, By},
		{0, 10_000, 1, false, Whole}, {0, math.MaxInt, 1, false, Whole}, {0, 1e300, 1e-300, false, Whole},
		{"1", 2, 1, false, Low}, {1, nil, 1, false, High}, {1, 2, true, false, By}, {math.NaN(), 2, 1, false, Low}, {1, math.Inf(1), 1, false, High}, {1, 2, []int{1}, false, By}, {uint64(math.MaxUint64), 1, 1, false, Low},
		{0, 1, 3, true, Low}, {1, -1, 3, true, High}, {1, 2, 1, true, By}, {1, 2, 2.5, true, By}, {1, 2, -4, true, By}, {1, 2, 10_001, true, By}, {2, 2.0, 3, true, Whole},
	} {
		of := Range
		if c.log {
			of = LogRange
		}
		got, fault := of(c.low, c.high, c.by)
		if fault == nil || fault.Part != c.part || fault.Cause == "" || fault.Remedy == "" {
			t.Errorf("%v..%v, %v, %v: %d values, %+v", c.low, c.high, c.by, c.log, len(got.Values), fault)
		}
	}
}

// FuzzRange holds ranges against what they promise, whatever their numbers:
// they begin at the lower end, never pass the upper one, keep their order, and
// say themselves in a text.
func FuzzRange(f *testing.F) {
	for _, seed := range [][3]float64{{3, 15, 2}, {1e-6, 1, 7}, {0.1, 0.5, 0.1}, {15, 3, -1}, {5e-324, 1.7e308, 9}, {-1, 1, 0}, {1, 1, 1}, {0, 1e-9, 1e-13}, {1, 9999, 1}} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, low, high, third float64) {
		for _, of := range []func(low, high, third any) (Candidates, *Fault){Range, LogRange} {
			c, fault := of(low, high, third)
			if fault != nil {
				if fault.Cause == "" || fault.Remedy == "" {
					t.Errorf("%+v", fault)
				}
				continue
			}
			n := len(c.Values)
			if n == 0 || n > MostCandidates || c.Text == "" || float(c.Values[0]) != low {
				t.Fatalf("%v %v %v: %d values from %v", low, high, third, n, c.Values)
			}
			for i, v := range c.Values {
				inside := math.Min(low, high) <= float(v) && float(v) <= math.Max(low, high)
				if slack := math.Abs(third) * 1e-8; !inside && math.Abs(float(v)-high) > slack {
					t.Errorf("%v lies outside %v..%v", v, low, high)
				}
				if i > 0 && (float(v) < float(c.Values[i-1])) != (high < low) && v != c.Values[i-1] {
					t.Errorf("%v follows %v in %s", v, c.Values[i-1], c.Text)
				}
			}
		}
	})
}
