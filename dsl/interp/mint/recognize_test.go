package mint

import (
	"reflect"
	"runtime/debug"
	"testing"
	"unsafe"
)

func TestRecognize(t *testing.T) {
	if err := recognize(); err != nil {
		t.Error(err)
	}
}

// A release whose descriptors have one word more is not taken for the one that
// is known, wherever that word stands.
func TestRecognizeAnotherLayout(t *testing.T) {
	var at image
	if err := at.locate(samples[0][0], samples[0][1]); err != nil {
		t.Fatal(err)
	}
	for _, sample := range samples {
		typ := sample[0]
		end := int(sizeOf(typ)+unsafe.Sizeof(uncommon{})) / 8
		words := unsafe.Slice((*uintptr)(pointerOf(typ)), end)
		for k := range int(sizeOf(typ)) / 8 {
			other := make([]uintptr, 64)
			copy(other, words[:k])
			copy(other[k+1:], words[k:])
			if err := readSafely(&at, typ, unsafe.Pointer(&other[0])); err == nil {
				t.Errorf("%v with another word at %d is not told from the known layout", typ, k)
			}
		}
	}
}

func readSafely(at *image, t reflect.Type, p unsafe.Pointer) (err any) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = r
		}
	}()
	if err := at.read(t, p); err != nil {
		return err
	}
	return nil
}

// Types that only resemble each other are not alike.
func TestAlike(t *testing.T) {
	for i, a := range samples {
		for j, b := range samples {
			if err := alike(a[0], b[0]); (err == nil) != (i == j) {
				t.Errorf("%v and %v: %v", a[0], b[0], err)
			}
		}
	}
	for _, other := range []any{
		struct{ A, B int }{}, struct{ B int }{}, struct {
			A int `json:"b"`
		}{},
	} {
		if alike(reflect.TypeOf(other), reflect.TypeFor[struct{ A int }]()) == nil {
			t.Errorf("%T is taken for another type", other)
		}
	}
}

func BenchmarkRecognize(b *testing.B) {
	for b.Loop() {
		if err := recognize(); err != nil {
			b.Fatal(err)
		}
	}
}
