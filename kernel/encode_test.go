package kernel

import (
	"encoding/json"
	"math"
	"testing"
)

func TestEncodeNeverFails(t *testing.T) {
	type inner struct{ Data map[string]any }
	type outer struct {
		inner
		Count  int `json:"count,omitempty"`
		hidden chan int
	}
	self := map[string]any{}
	self["self"] = self
	for _, test := range []struct {
		value any
		want  string // "" for anything that is JSON
	}{
		{math.NaN(), "null"},
		{[]float64{1, math.Inf(1), math.NaN()}, "[1,null,null]"},
		{map[string]any{"a": math.Inf(-1), "b": "<&>"}, `{"a":null,"b":"<&>"}`},
		{map[float64]float32{0.5: float32(math.NaN())}, `{"0.5":null}`},
		{outer{inner{map[string]any{"x": math.NaN()}}, 2, nil}, `{"Data":{"x":null},"count":2}`},
		{&[]any{make(chan int), nil, 3}, ""},
		{"\xff\xfe", `"\ufffd\ufffd"`},
		{func() {}, ""},
		{complex(1, 2), `"(1+2i)"`},
		{self, ""},
		{nil, "null"},
		{json.RawMessage(`{"as": "it is"}`), `{"as": "it is"}`},
	} {
		got := string(encode(test.value))
		if !json.Valid([]byte(got)) || test.want != "" && got != test.want {
			t.Errorf("%T became %s, want %s", test.value, got, test.want)
		}
	}
}
