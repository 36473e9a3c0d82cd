package erase

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// MarshalJSON writes a value as its type says, or else its parts.
func (v Value) MarshalJSON() ([]byte, error) {
	switch {
	case v.has("MarshalJSON", "func() ([]uint8, error)"):
		out := v.of.eraser.invoke(v, "MarshalJSON", nil, false)
		err, _ := out[1].Interface().(error)
		return out[0].Bytes(), err
	case v.has("MarshalText", "func() ([]uint8, error)"):
		out := v.of.eraser.invoke(v, "MarshalText", nil, false)
		if err, _ := out[1].Interface().(error); err != nil {
			return nil, err
		}
		return json.Marshal(string(out[0].Bytes()))
	}
	var b bytes.Buffer
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false) // whoever asked does that
	err := to.Encode((&viewer{eraser: v.of.eraser, follows: true, asked: marshalled}).whole(v))
	return bytes.TrimSpace(b.Bytes()), err
}

// A textValue is a key that says itself how it is written.
type textValue struct{ Value }

var textType = reflect.TypeFor[textValue]()

// MarshalText implements encoding.TextMarshaler.
func (v textValue) MarshalText() ([]byte, error) {
	out := v.of.eraser.invoke(v.Value, "MarshalText", nil, false)
	err, _ := out[1].Interface().(error)
	return out[0].Bytes(), err
}
