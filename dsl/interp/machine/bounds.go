package machine

import (
	"fmt"
	"go/constant"
	"math"
	"reflect"
	"strconv"
)

// explanations say of operations that have failed what is wrong, by the names
// of their generators.
var explanations = map[string]func(n *node, f *frame) string{
	"getIndexArray": func(n *node, f *frame) string {
		return indexFault(n.operand(1)(f), n.operand(0)(f))
	},
	"slice": func(n *node, f *frame) string {
		return sliceFault(n.operand(0)(f), n.operands(f, nil))
	},
	"slice0": func(n *node, f *frame) string { // without a lower bound
		return sliceFault(n.operand(0)(f), n.operands(f, []reflect.Value{reflect.ValueOf(0)}))
	},
}

// operands adds the values of a node's children but the first to a list.
func (n *node) operands(f *frame, list []reflect.Value) []reflect.Value {
	for i := range n.child[1:] {
		list = append(list, n.operand(i+1)(f))
	}
	return list
}

// explained is a panic of package reflect as the error of Go's runtime, if
// why knows one.
func explained(r any, why func() string) (said any) {
	if _, ok := InGo(r); !ok {
		return r
	}
	defer func() {
		if recover() != nil {
			said = r // what is nil, or has no length
		}
	}()
	if text := why(); text != "" {
		return Fault{text}
	}
	return r
}

// number is a whole number as it is written, its sign, and itself where it is
// no larger than an int.
func number(v reflect.Value) (text string, sign, n int) {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if c, ok := v.Interface().(constant.Value); ok {
		i, _ := constant.Int64Val(constant.ToInt(c))
		v = reflect.ValueOf(i)
	}
	switch {
	case v.CanUint():
		text = strconv.FormatUint(v.Uint(), 10)
		if v.Uint() > math.MaxInt {
			return text, 1, math.MaxInt
		}
		return text, 1, int(v.Uint())
	case v.Int() < 0:
		return strconv.FormatInt(v.Int(), 10), -1, int(v.Int())
	}
	return strconv.FormatInt(v.Int(), 10), 1, int(v.Int())
}

// indexFault is what the runtime says of an index, or "" if it is in range.
func indexFault(index, of reflect.Value) string {
	text, sign, n := number(index)
	if sign < 0 {
		return "index out of range [" + text + "]"
	}
	if length := elements(of).Len(); n >= length {
		return fmt.Sprintf("index out of range [%s] with length %d", text, length)
	}
	return ""
}

// elements is what is indexed or sliced, without the pointer to it.
func elements(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Pointer {
		return v.Elem()
	}
	return v
}

// sliceFault is what the runtime says of the bounds of a slice expression, or
// "" if they are in range.
func sliceFault(of reflect.Value, bounds []reflect.Value) string {
	of = elements(of)
	limit, size := of.Len(), "length"
	if of.Kind() == reflect.Slice {
		limit, size = of.Cap(), "capacity"
	}
	if len(bounds) < 2 {
		if len(bounds) == 0 {
			return ""
		}
		bounds = append(bounds, reflect.ValueOf(of.Len()))
	}
	form := "[%s:%s]"
	if len(bounds) == 3 {
		form = "[%s:%s:%s]"
	}
	// From the last bound to the first, each must not exceed what is behind it.
	said := make([]any, len(bounds))
	for i := len(bounds) - 1; i >= 0; i-- {
		for j := range said {
			said[j] = ""
		}
		text, sign, n := number(bounds[i])
		said[i] = text
		switch last := i == len(bounds)-1; {
		case sign < 0:
			return "slice bounds out of range " + fmt.Sprintf(form, said...)
		case n <= limit:
		case last:
			return fmt.Sprintf("slice bounds out of range "+form+" with %s %d", append(said, size, limit)...)
		default:
			said[i+1], _, _ = number(bounds[i+1])
			return "slice bounds out of range " + fmt.Sprintf(form, said...)
		}
		limit = n
	}
	return ""
}

// shifted refuses to shift by less than nothing, which the interpreter takes
// for very much.
func shifted(_ *Machine, n *node, made step) step {
	by := n.operand(1)
	return func(f *frame) step {
		if v := by(f); v.CanInt() && v.Int() < 0 {
			panic(Fault{"negative shift amount"})
		}
		return made(f)
	}
}
