package chart

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"slices"
)

// packed is an array of numbers as base64 of little-endian bytes: u1, u2, u4
// or f4. With a step, number k stands for low + k·step, and the highest of u2 for none.
type packed struct {
	Type string  `json:"t"`
	Data string  `json:"d"`
	Low  float64 `json:"lo,omitempty"`
	Step float64 `json:"by,omitempty"`
}

// A ruler packs positions along an axis in half the bytes of numbers, to steps that no
// picture shows. Its zero value leaves numbers as they are.
type ruler struct{ low, step float64 }

// marksOfRuler is how many positions a ruler has, but for the one that stands for none.
const marksOfRuler = math.MaxUint16

// fewPositions are those that are not worth a ruler.
const fewPositions = 64

// rulerOf returns the ruler for all positions along an axis.
func rulerOf(lists [][]float64) ruler {
	low, high, count := math.Inf(1), math.Inf(-1), 0
	for _, list := range lists {
		for _, v := range list {
			if shown(v, false) {
				low, high, count = min(low, v), max(high, v), count+1
			}
		}
	}
	step := (high - low) / (marksOfRuler - 1)
	if count < fewPositions || !(step > 0) || math.IsInf(step, 0) {
		return ruler{}
	}
	return ruler{low, step}
}

// pack packs positions.
func (r ruler) pack(values []float64) *packed {
	if r.step == 0 || values == nil {
		return floats(values)
	}
	data := make([]byte, 0, 2*len(values))
	for _, v := range values {
		at := uint16(marksOfRuler)
		if shown(v, false) {
			at = uint16(math.Round((v - r.low) / r.step))
		}
		data = binary.LittleEndian.AppendUint16(data, at)
	}
	return &packed{"u2", base64.StdEncoding.EncodeToString(data), r.low, r.step}
}

func floats(values []float64) *packed {
	if values == nil {
		return nil
	}
	data := make([]byte, 0, 4*len(values))
	for _, v := range values {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(v)))
	}
	return &packed{Type: "f4", Data: base64.StdEncoding.EncodeToString(data)}
}

// counting packs numbers that are not negative in as few bytes as the largest
// needs.
func counting(values []int) *packed {
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
	return &packed{Type: kind, Data: base64.StdEncoding.EncodeToString(data)}
}

// fromOne packs numbers from −1 on so that the least is zero.
func fromOne(numbers []int) *packed {
	moved := slices.Clone(numbers)
	for i := range moved {
		moved[i]++
	}
	return counting(moved)
}
