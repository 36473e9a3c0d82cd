package codec

import (
	"bytes"
	"encoding/binary"
	"unsafe"
)

// element is what arrays are of.
type element interface {
	float64 | float32 | int | int32 | int8
}

// wide is the size of a whole number in bytes of a file, whatever it is here.
const wide = 8

// kindOf tells arrays of one element from those of others.
func kindOf[T element]() uint64 {
	switch any(*new(T)).(type) {
	case float64:
		return 'd'
	case float32:
		return 's'
	case int:
		return 'q'
	case int32:
		return 'l'
	}
	return 'c'
}

// sizeOf is how many bytes an element takes in a file.
func sizeOf[T element]() int {
	if kindOf[T]() == 'q' {
		return wide
	}
	return int(unsafe.Sizeof(*new(T)))
}

// alike reports whether elements lie in memory as in files.
func alike[T element]() bool {
	return sizeOf[T]() == int(unsafe.Sizeof(*new(T))) && binary.NativeEndian.Uint16([]byte{1, 0}) == 1
}

// bytesOf are the bytes of some elements, where they are if that can be.
func bytesOf[T element](v []T) []byte {
	if alike[T]() {
		return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v)*sizeOf[T]())
	}
	var b bytes.Buffer
	for _, x := range v {
		if i, ok := any(x).(int); ok {
			_ = binary.Write(&b, binary.LittleEndian, int64(i)) // a buffer takes everything
		} else {
			_ = binary.Write(&b, binary.LittleEndian, x)
		}
	}
	return b.Bytes()
}

// viewOf are the elements of some bytes, where they are if that can be.
func viewOf[T element](b []byte) []T {
	count, first := len(b)/sizeOf[T](), unsafe.SliceData(b)
	if alike[T]() && uintptr(unsafe.Pointer(first))%unsafe.Alignof(*new(T)) == 0 {
		return unsafe.Slice((*T)(unsafe.Pointer(first)), count)
	}
	all := make([]T, count)
	for i := range all {
		one := b[i*sizeOf[T]():]
		switch p := any(&all[i]).(type) {
		case *int:
			*p = int(int64(binary.LittleEndian.Uint64(one)))
		default:
			_, _ = binary.Decode(one, binary.LittleEndian, p) // the bytes are there
		}
	}
	return all
}
