package onnx

import (
	"encoding/binary"
	"math"
)

// A message is one of protocol buffers as it is written, field after field. The numbers
// of fields are those of the published onnx.proto.
type message []byte

// tag begins a field: of a number (0) or of bytes (2).
func (m *message) tag(field, wire uint64) { *m = binary.AppendUvarint(*m, field<<3|wire) }

// integer writes a number.
func (m *message) integer(field uint64, v int) {
	m.tag(field, 0)
	*m = binary.AppendUvarint(*m, uint64(v))
}

// text writes a text.
func (m *message) text(field uint64, s string) {
	m.tag(field, 2)
	*m = binary.AppendUvarint(*m, uint64(len(s)))
	*m = append(*m, s...)
}

// part writes a message within the message.
func (m *message) part(field uint64, of message) {
	m.tag(field, 2)
	*m = binary.AppendUvarint(*m, uint64(len(of)))
	*m = append(*m, of...)
}

// The types of numbers in tensors.
const (
	int64s  = 7
	strings = 8
	bools   = 9
	doubles = 11
)

// tensorOf begins a tensor.
func tensorOf(name string, kind int, dims ...int) message {
	var t message
	for _, d := range dims {
		t.integer(1, d)
	}
	t.integer(2, kind)
	t.text(8, name)
	return t
}

// doubleTensor is a tensor of numbers.
func doubleTensor(name string, values []float64, dims ...int) message {
	t := tensorOf(name, doubles, dims...)
	raw := make([]byte, 0, 8*len(values))
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
	}
	t.part(9, raw)
	return t
}

// int64Tensor is a tensor of whole numbers.
func int64Tensor(name string, values []int, dims ...int) message {
	t := tensorOf(name, int64s, dims...)
	raw := make([]byte, 0, 8*len(values))
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
	}
	t.part(9, raw)
	return t
}

// stringTensor is a tensor of texts.
func stringTensor(name string, values []string) message {
	t := tensorOf(name, strings, len(values))
	for _, v := range values {
		t.text(6, v)
	}
	return t
}

// valueInfo declares an input or output of n rows.
func valueInfo(name string, kind int, columns ...int) message {
	var shape, kindAndShape, all, info message
	var rows message
	rows.text(2, "n")
	shape.part(1, rows)
	for _, c := range columns {
		var dim message
		dim.integer(1, c)
		shape.part(1, dim)
	}
	kindAndShape.integer(1, kind)
	kindAndShape.part(2, shape)
	all.part(1, kindAndShape)
	info.text(1, name)
	info.part(2, all)
	return info
}

// An attribute is a whole number that an operator takes by name.
type attribute struct {
	name  string
	value int
}

func (a attribute) message() message {
	const whole = 2
	var m message
	m.text(1, a.name)
	m.integer(3, a.value)
	m.integer(20, whole)
	return m
}
