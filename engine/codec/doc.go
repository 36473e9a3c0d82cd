// Package codec writes learned values to bytes and reads them back, to the bit.
//
// A type says what it consists of once, a line a field, as methods declare their
// parameters; the same lines write, read and check:
//
//	func (m *linear) Fields(f *codec.Fields) {
//		f.Matrix("weights", &m.weights)
//		f.Floats("intercepts", &m.intercepts)
//		f.Check(m.weights.RawMatrix().Cols == f.Columns(), "weights of %d columns", f.Columns())
//	}
//
// Only what is needed to go on stands there. The type is named once, in an init
// function, by [Register], so that it may be the value of an interface: see [Value].
//
// Bytes are two parts: fields, which name and order everything, and arrays, which lie
// behind one another, each at a multiple of 64 bytes, little-endian, so that a file
// that is mapped to memory serves them where they are. Whoever reads trusts nothing:
// names, kinds and counts are compared before memory is taken, no array is used twice,
// so that what is read is at most a small multiple of the bytes there are, and what
// Check refuses is never used. A value that was read is not to be written to.
//
// The package imports nothing of the engine. Start at [Fields].
package codec
