package erase

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/types"
	"reflect"
	"strings"
)

// A parsed is a pointer to a cell's value into which package json is to read, and
// which is read into as json would: by the methods of its type, and by the names
// and tags of its fields. What json knows as well is left to it.
type parsed struct{ Value }

// UnmarshalJSON implements json.Unmarshaler.
func (p *parsed) UnmarshalJSON(data []byte) error {
	to := reflect.ValueOf(p.in)
	pointer, ok := p.of.Underlying().(*types.Pointer)
	if !ok || to.IsNil() {
		return &json.InvalidUnmarshalError{Type: to.Type()}
	}
	r := &jsonReader{eraser: p.of.eraser}
	if err := r.value(data, to.Elem(), pointer.Elem()); err != nil {
		return err
	}
	return r.first
}

// A jsonReader reads JSON into a value. What does not fit is passed over, and the
// first that did not is told in the end.
type jsonReader struct {
	eraser *Eraser
	first  error
}

var null = []byte("null")

// value reads into a place for a value of type t, which is in its form.
func (r *jsonReader) value(data []byte, to reflect.Value, t types.Type) error {
	t = types.Unalias(t)
	e := r.eraser
	if e.opaque(t) {
		return r.opaque(data, to, t)
	}
	if done, err := r.byMethod(data, to, t); done {
		return err
	}
	if rt, ok := e.closed(t); ok && !e.methodic(t, filling...) {
		return r.note(json.Unmarshal(data, reflect.NewAt(rt, to.Addr().UnsafePointer()).Interface()))
	}
	if bytes.Equal(data, null) {
		switch to.Kind() {
		case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface:
			to.SetZero()
		}
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if to.IsNil() {
			to.Set(reflect.New(to.Type().Elem()))
		}
		return r.value(data, to.Elem(), u.Elem())
	case *types.Struct:
		return r.object(data, to, t)
	case *types.Slice:
		return r.slice(data, to, t)
	case *types.Array:
		return r.array(data, to, t)
	case *types.Map:
		return r.mapping(data, to, t)
	}
	return r.unfit(data, t, to.Type())
}

// note remembers what did not fit, which json reads past. Other errors end it.
func (r *jsonReader) note(err error) error {
	_, wrong := err.(*json.UnmarshalTypeError)
	if err == nil || !wrong && !strings.HasPrefix(err.Error(), "json: invalid use of ,string") {
		return err
	}
	if r.first == nil {
		r.first = err
	}
	return nil
}

// unfit notes that a value of JSON is none of type t, in the form rt.
func (r *jsonReader) unfit(data []byte, t types.Type, rt reflect.Type) error {
	return r.note(&json.UnmarshalTypeError{Value: kindOf(data), Type: namedType{rt, text(t)}})
}

// A namedType is a type with the name of one of cells.
type namedType struct {
	reflect.Type
	name string
}

// String implements reflect.Type.
func (t namedType) String() string { return t.name }

// opaque reads into a value that is kept in an interface.
func (r *jsonReader) opaque(data []byte, to reflect.Value, t types.Type) error {
	e := r.eraser
	if bytes.Equal(data, null) {
		to.SetZero()
		return nil
	}
	held := reflect.New(e.reflected(e.inner(t))).Elem()
	if !to.IsNil() {
		held.Set(to.Elem())
	}
	var err error
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if held.IsNil() {
			held.Set(reflect.New(held.Type().Elem()))
		}
		err = r.value(data, held.Elem(), u.Elem())
	case *types.Slice:
		err = r.slice(data, held, t)
	case *types.Map:
		err = r.mapping(data, held, t)
	default:
		err = r.unfit(data, t, held.Type())
	}
	to.Set(held)
	return err
}

// byMethod has a value of a cell's type read by a method of it, if there is one.
func (r *jsonReader) byMethod(data []byte, to reflect.Value, t types.Type) (done bool, err error) {
	if _, pointer := t.(*types.Pointer); pointer || r.eraser.plain(t) || types.IsInterface(t) {
		return false, nil
	}
	v := Value{r.eraser.of(types.NewPointer(t)), to.Addr().Interface()}
	switch {
	case v.has("UnmarshalJSON", "func([]uint8) error"):
		err, _ := v.ask("UnmarshalJSON", reflect.ValueOf(data)).(error)
		return true, err
	case !v.has("UnmarshalText", "func([]uint8) error"):
		return false, nil
	case bytes.Equal(data, null):
		return true, nil
	}
	var text string
	if json.Unmarshal(data, &text) != nil {
		return true, r.unfit(data, t, to.Type())
	}
	err, _ = v.ask("UnmarshalText", reflect.ValueOf([]byte(text))).(error)
	return true, err
}

// object reads a struct.
func (r *jsonReader) object(data []byte, to reflect.Value, t types.Type) error {
	u := t.Underlying().(*types.Struct)
	fields := jsonFields(u)
	return r.members(data, '{', to, t, func(key string, raw []byte) error {
		f := fieldNamed(fields, key)
		if f == nil {
			return nil
		}
		place, of, err := r.place(to, u, f)
		if err != nil {
			return err
		}
		known := r.first
		if f.quoted {
			err = r.quoted(raw, place, of)
		} else {
			err = r.value(raw, place, of)
		}
		if wrong, ok := r.first.(*json.UnmarshalTypeError); ok && known == nil {
			wrong.Field = strings.TrimSuffix(f.path+"."+wrong.Field, ".")
			if named, ok := t.(*types.Named); ok && wrong.Struct == "" {
				wrong.Struct = named.Obj().Name()
			}
		}
		return err
	})
}

// place is where a field is, and its type. Embedded pointers on the way point to
// something then.
func (r *jsonReader) place(to reflect.Value, t types.Type, f *jsonField) (reflect.Value, types.Type, error) {
	for _, i := range f.index {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			if to.Kind() == reflect.Interface { // of a type that mentions itself
				return to, t, errors.New("json: a field of an embedded " + text(t) + " cannot be read in this program")
			}
			if to.IsNil() {
				to.Set(reflect.New(to.Type().Elem()))
			}
			to, t = to.Elem(), p.Elem()
		}
		st := t.Underlying().(*types.Struct)
		to, t = to.Field(i), st.Field(i).Type()
	}
	return to, t, nil
}

// quoted reads a value that stands in a text, which json knows of fields alone.
func (r *jsonReader) quoted(data []byte, to reflect.Value, t types.Type) error {
	rt, ok := r.eraser.closed(t)
	if !ok || r.eraser.methodic(t, filling...) {
		return r.value(data, to, t)
	}
	field := reflect.StructField{Name: "Field", Type: rt, Tag: `json:",string"`}
	whole := reflect.New(reflect.StructOf([]reflect.StructField{field}))
	own := reflect.NewAt(rt, to.Addr().UnsafePointer()).Elem()
	whole.Elem().Field(0).Set(own)
	err := json.Unmarshal([]byte(`{"Field":`+string(data)+`}`), whole.Interface())
	own.Set(whole.Elem().Field(0))
	return r.note(err)
}

// members goes through an object or a list.
func (r *jsonReader) members(data []byte, begins json.Delim, to reflect.Value, t types.Type, each func(key string, raw []byte) error) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	if first, err := dec.Token(); err != nil || first != begins {
		return r.unfit(data, t, to.Type())
	}
	for dec.More() {
		key := ""
		if begins == '{' {
			name, err := dec.Token()
			if err != nil {
				return err
			}
			key = name.(string)
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return err
		}
		if err := each(key, raw); err != nil {
			return err
		}
	}
	return nil
}

func (r *jsonReader) slice(data []byte, to reflect.Value, t types.Type) error {
	elem := t.Underlying().(*types.Slice).Elem()
	to.Set(reflect.MakeSlice(to.Type(), 0, 0))
	return r.members(data, '[', to, t, func(_ string, raw []byte) error {
		to.Set(reflect.Append(to, reflect.Zero(to.Type().Elem())))
		return r.value(raw, to.Index(to.Len()-1), elem)
	})
}

func (r *jsonReader) array(data []byte, to reflect.Value, t types.Type) error {
	elem := t.Underlying().(*types.Array).Elem()
	n := 0
	err := r.members(data, '[', to, t, func(_ string, raw []byte) error {
		if n++; n > to.Len() {
			return nil
		}
		return r.value(raw, to.Index(n-1), elem)
	})
	for ; n < to.Len(); n++ {
		to.Index(n).SetZero()
	}
	return err
}

func (r *jsonReader) mapping(data []byte, to reflect.Value, t types.Type) error {
	u := t.Underlying().(*types.Map)
	if to.IsNil() {
		to.Set(reflect.MakeMap(to.Type()))
	}
	return r.members(data, '{', to, t, func(name string, raw []byte) error {
		key, elem := reflect.New(to.Type().Key()).Elem(), reflect.New(to.Type().Elem()).Elem()
		err := r.value(raw, elem, u.Elem())
		if err != nil {
			return err
		}
		known, err := r.key(name, key, u.Key())
		if known && err == nil {
			to.SetMapIndex(key, elem)
		}
		return err
	})
}

// key reads the key of a map, and reports whether it is one.
func (r *jsonReader) key(name string, to reflect.Value, t types.Type) (known bool, err error) {
	quoted, err := json.Marshal(name)
	if err != nil {
		return false, err
	}
	if done, err := r.byMethod(quoted, to, types.Unalias(t)); done {
		return true, err
	}
	made := reflect.New(reflect.MapOf(to.Type(), reflect.TypeFor[any]()))
	err = json.Unmarshal([]byte("{"+string(quoted)+":null}"), made.Interface())
	for _, k := range made.Elem().MapKeys() {
		to.Set(k)
	}
	return err == nil, r.note(err)
}

// kindOf is what json calls a value that does not fit.
func kindOf(data []byte) string {
	switch data[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "bool"
	}
	return "number"
}
