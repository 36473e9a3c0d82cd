package interp

import "testing"

// BenchmarkCode is what interpreted code takes for its most frequent steps, a
// thousand or ten thousand of them an operation.
func BenchmarkCode(b *testing.B) {
	const declared = `type node struct{ next *node; n int }
type op struct{ fn func() int }
func plus(n int) int { return n + 1 }
func (o *op) plus(n int) int { return n + 1 }
func each(f func(int) int, n int) int { return f(n) }
sum, list, o := 0, (*node)(nil), &op{}
for i := range 1000 { list = &node{list, i} }
ops := make([]op, 1000)`
	for _, c := range []struct{ name, src string }{
		{"loop", "for i := 0; i < 10000; i++ { sum += i }"},
		{"pair", "for i, j := 0, 1000; i < j; i, j = i+1, j-1 { sum += i }"},
		{"walk", "for e, i := list, 0; e != nil; e, i = e.next, i+1 { sum += e.n }"},
		{"post", "for a, b := 0, 0; a < 1000; a, b = plus(a), b+1 { sum += b }"},
		{"call", "for i := 0; i < 1000; i++ { sum = plus(sum) }"},
		{"method", "for i := 0; i < 1000; i++ { sum = o.plus(sum) }"},
		{"make closure", "for i := range 1000 { ops[i] = op{func() int { return i }} }"},
		{"pass closure", "for i := range 1000 { sum = each(func(n int) int { return n + i }, i) }"},
		{"call closure", "f := func(n int) int { return n + 1 }\nfor i := 0; i < 1000; i++ { sum = f(sum) }"},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := newSession(b, Options{})
			if said := say(s, "In[1]", declared); said != "" {
				b.Fatal(said)
			}
			b.ReportAllocs()
			for b.Loop() {
				if said := say(s, "In[2]", c.src); said != "" {
					b.Fatal(said)
				}
			}
		})
	}
}
