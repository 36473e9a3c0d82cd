// Package pack writes numbers for a page's script in few bytes: positions of marks to steps
// that no picture shows, whole numbers, and what rows of a source hold.
//
// It imports nothing of this module. Start at [Numbers].
package pack

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"slices"
)

// Numbers are an array of numbers as base64 of little-endian bytes: u1, u2, u4
// or f4. With a step, number k stands for low + k·step, and the highest of u2 for none.
type Numbers struct {
	Type string  `json:"t"`
	Data string  `json:"d"`
	Low  float64 `json:"lo,omitempty"`
	Step float64 `json:"by,omitempty"`
}

// A Ruler packs positions along an axis in half the bytes of numbers, to steps that no
// picture shows. Its zero value leaves numbers as they are.
type Ruler struct{ low, step float64 }

// marksOfRuler is how many positions a ruler has, but for the one that stands for none.
const marksOfRuler = math.MaxUint16

// fewPositions are those that are not worth a ruler.
const fewPositions = 64

// RulerOf returns the ruler for all positions along an axis.
func RulerOf(lists ...[]float64) Ruler {
	low, high, count := math.Inf(1), math.Inf(-1), 0
	for _, list := range lists {
		for _, v := range list {
			if finite(v) {
				low, high, count = min(low, v), max(high, v), count+1
			}
		}
	}
	step := (high - low) / (marksOfRuler - 1)
	if count < fewPositions || !(step > 0) || math.IsInf(step, 0) {
		return Ruler{}
	}
	return Ruler{low, step}
}

// Pack packs positions.
func (r Ruler) Pack(values []float64) *Numbers {
	if r.step == 0 || values == nil {
		return Floats(values)
	}
	data := make([]byte, 0, 2*len(values))
	for _, v := range values {
		at := uint16(marksOfRuler)
		if finite(v) {
			at = uint16(math.Round((v - r.low) / r.step))
		}
		data = binary.LittleEndian.AppendUint16(data, at)
	}
	return &Numbers{"u2", base64.StdEncoding.EncodeToString(data), r.low, r.step}
}

// Floats packs numbers as they are.
func Floats(values []float64) *Numbers {
	if values == nil {
		return nil
	}
	data := make([]byte, 0, 4*len(values))
	for _, v := range values {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(v)))
	}
	return &Numbers{Type: "f4", Data: base64.StdEncoding.EncodeToString(data)}
}

// Counting packs numbers that are not negative in as few bytes as the largest
// needs.
func Counting(values []int) *Numbers {
	if values == nil {
		return nil
	}
	largest := 0
	for _, v := range values {
		largest = max(largest, v)
	}
	var data []byte
	kind := "u1"
	for _, v := range values {
		switch {
		case largest > math.MaxUint16:
			kind, data = "u4", binary.LittleEndian.AppendUint32(data, uint32(v))
		case largest > math.MaxUint8:
			kind, data = "u2", binary.LittleEndian.AppendUint16(data, uint16(v))
		default:
			data = append(data, uint8(v))
		}
	}
	return &Numbers{Type: kind, Data: base64.StdEncoding.EncodeToString(data)}
}

// FromOne packs numbers from −1 on so that the least is zero.
func FromOne(numbers []int) *Numbers {
	moved := slices.Clone(numbers)
	for i := range moved {
		moved[i]++
	}
	return Counting(moved)
}

// finite reports whether a number can be packed.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
