package machine

import (
	"reflect"
	"sync"

	"github.com/traefik/yaegi/interp"
)

// A repair is a mending of what one generator makes.
type repair struct {
	generator string
	by        mending
	without   string // how what runs differs from Go without it
}

var repairs = []repair{
	{makesClosure, evaluated, "a closure that compiled code calls may see the variables of another turn of a loop, " +
		"errors do not say where they were, and a recursion without end ends the program"},
	{"call", called, "calls are several times slower"},
	{"callBin", asked, "where a panic was may be told wrongly after compiled code has recovered from another, " +
		"and compiled functions do not know the line they are called from"},
	{"getIndexBinMethod", substituted, "a logger says of a line of a cell that the interpreter has written it"},
	{"recv", kept, "a pointer to a variable does not see what a receive puts there"},
	{"_panic", thrownNil, "recover returns nil after panic(nil)"},
	{"shl", shifted, "a shift to the left by less than nothing is no panic"},
	{"shr", shifted, "a shift to the right by less than nothing is no panic"},
	{"shlAssign", shifted, "<<= by less than nothing is no panic"},
	{"shrAssign", shifted, ">>= by less than nothing is no panic"},
	{"branch", checkStop, "a loop cannot be interrupted"},
}

// sample is a program with something for every repair.
const sample = `package main

import "sample/sample"

func run(ch chan int, flag bool, n int) (int, func() int) {
	var t sample.T
	t.M()
	for flag {
		flag = run == nil
	}
	v := <-ch
	n <<= v
	n >>= v
	if v = sample.F(v); v > 3 {
		panic(v)
	}
	return n<<v + n>>v, func() int { a, _ := run(ch, flag, n); return a }
}
`

// sampleType is a compiled type of the sample.
type sampleType struct{}

// M is called by the sample.
func (sampleType) M() {}

// generators are the names of those that yaegi makes of the sample.
var generators = sync.OnceValues(func() (map[string]bool, error) {
	if err := mirrored(); err != nil {
		return nil, err
	}
	i := interp.New(interp.Options{})
	if err := i.Use(interp.Exports{"sample/sample": {
		"F": reflect.ValueOf(func(n int) int { return n }),
		"T": reflect.ValueOf((*sampleType)(nil)),
	}}); err != nil {
		return nil, err
	}
	program, err := i.Compile(sample)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	rootOf(program).each(func(n *node) {
		if n.gen != nil {
			names[generatorName(n.gen)] = true
		}
	})
	return names, nil
})
