package erase

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"
)

// An errorValue is one of a type that is an error.
type errorValue struct{ Value }

// A joinedError is one of several.
type joinedError struct{ errorValue }

func (v Value) asError() error {
	if m, _ := v.method("Unwrap"); m != nil && m.Signature().Results().Len() == 1 {
		if _, several := m.Signature().Results().At(0).Type().(*types.Slice); several {
			return joinedError{errorValue{v}}
		}
	}
	return errorValue{v}
}

// Error implements error.
func (v errorValue) Error() string { return v.ask("Error").(string) }

// Unwrap is the error behind this one, if its type tells.
func (v errorValue) Unwrap() error {
	if !v.has("Unwrap", "func() error") {
		return nil
	}
	err, _ := v.ask("Unwrap").(error)
	return err
}

// Is asks the type, if it can be asked.
func (v errorValue) Is(target error) bool {
	return v.has("Is", "func(error) bool") && v.ask("Is", reflect.ValueOf(&target).Elem()).(bool)
}

// Unwrap is the errors behind this one.
func (v joinedError) Unwrap() []error { return v.ask("Unwrap").([]error) }

// find is errors.As for a target in the form of type t.
func (e *Eraser) find(err error, t types.Type, target reflect.Value) bool {
	for err != nil {
		x := e.Open(err)
		if ok, _ := e.fits(x, t); ok {
			target.Elem().Set(e.unpacked(x, t))
			return true
		}
		switch u := err.(type) {
		case interface{ Unwrap() []error }:
			for _, one := range u.Unwrap() {
				if e.find(one, t, target) {
					return true
				}
			}
			return false
		default:
			err = errors.Unwrap(err)
		}
	}
	return false
}

// A runtimeError is one the runtime would raise.
type runtimeError string

func (e runtimeError) Error() string { return string(e) }

// RuntimeError implements runtime.Error.
func (runtimeError) RuntimeError() {}

const nilPointer = runtimeError("runtime error: invalid memory address or nil pointer dereference")

// jsonError names, in what package json says, the struct that it could not read.
func (p conversions) jsonError(t types.Type, pos token.Pos) ast.Expr {
	list := []types.Type{errorType}
	return p.helper(p.key("json error", t), signature(list, list, false), func(reflect.Type) reflect.Value {
		return reflect.ValueOf(func(err error) error {
			if wrong, ok := err.(*json.UnmarshalTypeError); ok && wrong.Struct == "" && wrong.Field != "" {
				wrong.Struct = structAt(t, strings.Split(wrong.Field, "."))
			}
			return err
		})
	}, pos)
}

// structAt is the name of the struct that the last of some fields is a field of,
// by their names in JSON, between which those stand that embed others.
func structAt(t types.Type, path []string) string {
	owner := t
	for {
		switch u := t.Underlying().(type) {
		case *types.Struct:
			if len(path) < 2 {
				if named, ok := types.Unalias(owner).(*types.Named); ok {
					return named.Obj().Name()
				}
				return ""
			}
			f := fieldByJSON(u, path[0])
			if f == nil {
				return ""
			}
			t, path = f.Type(), path[1:]
			if !f.Embedded() {
				owner = t
			}
		case interface{ Elem() types.Type }: // a pointer, a slice, a map
			if t = u.Elem(); !isStruct(owner) {
				owner = t
			}
		default:
			return ""
		}
	}
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// fieldByJSON is the field with a name in JSON, or nil.
func fieldByJSON(t *types.Struct, name string) *types.Var {
	for i := range t.NumFields() {
		tag, _, _ := strings.Cut(reflect.StructTag(t.Tag(i)).Get("json"), ",")
		if tag == name || tag == "" && strings.EqualFold(t.Field(i).Name(), name) {
			return t.Field(i)
		}
	}
	return nil
}
