package pack

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
)

// TestRulersAreFine unpacks positions as the script does: none is a thousandth of a pixel
// away from where it was, and what has no place has none.
func TestRulersAreFine(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	values := []float64{math.NaN()}
	for range 500 {
		values = append(values, -40+100*random.Float64())
	}
	r := RulerOf(values[:250], values[250:])
	p := r.Pack(values)
	data, err := base64.StdEncoding.DecodeString(p.Data)
	if err != nil || p.Type != "u2" || len(data) != 2*len(values) {
		t.Fatalf("%v: %s of %d bytes", err, p.Type, len(data))
	}
	for i, v := range values {
		k := binary.LittleEndian.Uint16(data[2*i:])
		if i == 0 {
			if k != math.MaxUint16 {
				t.Errorf("a position that is none is %d", k)
			}
			continue
		}
		if away := math.Abs(p.Low+float64(k)*p.Step-v) / 100 * 600; away > 0.01 {
			t.Errorf("%g is %g pixels away", v, away)
		}
	}
	for _, few := range [][]float64{{1, 2, 3}, make([]float64, 100)} {
		if p := RulerOf(few).Pack(few); p.Type != "f4" {
			t.Errorf("%d positions are packed as %s", len(few), p.Type)
		}
	}
}

// TestWholeNumbers writes numbers as their source does.
func TestWholeNumbers(t *testing.T) {
	for _, c := range []struct {
		values        []float64
		low, decimals int
	}{
		{[]float64{5.1, 4.9, 7}, 49, 1}, {[]float64{-3, 12, 900}, -3, 0}, {[]float64{0.001, 0.25}, 1, 3},
		{[]float64{math.Pi, 10}, 3142, 3}, {[]float64{math.NaN()}, 0, 0},
	} {
		codes, low, decimals, none := wholeNumbers(append(c.values, math.NaN()))
		if low != c.low || decimals != c.decimals || codes[len(codes)-1] != none {
			t.Errorf("%v: from %d with %d decimals, codes %v, none is %d", c.values, low, decimals, codes, none)
		}
		for i, v := range c.values {
			if got := float64(low+codes[i]) / math.Pow10(decimals); !math.IsNaN(v) && math.Abs(got-v) > 0.6*math.Pow10(-decimals) {
				t.Errorf("%g comes back as %g", v, got)
			}
		}
	}
}
