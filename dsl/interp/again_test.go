package interp

import "testing"

// TestGenericMethodsMeanTheNewVariable: a program that is run again declares its variables
// anew, so methods of a generic type that use one are declared anew with their type,
// though each says the same.
func TestGenericMethodsMeanTheNewVariable(t *testing.T) {
	const program = `package main
import ("errors"; "fmt")
var ErrClosed = errors.New("closed")
type Queue[T any] struct { items []T }
func NewQueue[T any]() *Queue[T] { return &Queue[T]{} }
func (q *Queue[T]) Put(v T) error { return ErrClosed }
func (q *Queue[T]) Len() int { return len(q.items) }
func main() { q := NewQueue[int](); fmt.Println(errors.Is(q.Put(1), ErrClosed), q.Len()) }`
	s := newSession(t, Options{})
	for _, cell := range []string{"In[1]", "In[2]", "In[3]"} {
		if got := say(s, cell, program); got != "true 0\n" {
			t.Errorf("%s says %q", cell, got)
		}
	}
}
