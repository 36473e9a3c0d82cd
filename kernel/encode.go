package kernel

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
)

// Encode returns a value of a bundle as the kernel sends it: as JSON, whatever
// it is. What JSON has no word for is replaced, a number that is not finite by
// null and anything else by its text.
func Encode(v any) json.RawMessage { return encode(v) }

// encode returns v as JSON, whatever v is. A metric that came out as NaN must
// not take the whole reply with it, so what JSON has no word for is replaced:
// a number that is not finite by null, anything else by its text.
func encode(v any) json.RawMessage {
	if text, done := v.(json.RawMessage); done {
		return text
	}
	if text, err := marshal(v); err == nil {
		return text
	}
	text, err := marshal(expressible(reflect.ValueOf(v), 0))
	if err != nil {
		text, _ = marshal(fmt.Sprint(v))
	}
	return text
}

func marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// maxDepth ends the descent into values that contain themselves.
const maxDepth = 100

// expressible returns a value as near to v as JSON can express.
func expressible(v reflect.Value, depth int) any {
	if !v.IsValid() {
		return nil
	}
	if depth > maxDepth {
		return fmt.Sprintf("%s too deep to show", v.Type())
	}
	if v.CanInterface() {
		if text, err := marshal(v.Interface()); err == nil {
			return text
		}
	}
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		if f := v.Float(); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return f
		}
		return nil
	case reflect.Interface, reflect.Pointer:
		return expressible(v.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = expressible(v.Index(i), depth+1)
		}
		return list
	case reflect.Map:
		dictionary := make(map[string]any, v.Len())
		for each := v.MapRange(); each.Next(); {
			dictionary[fmt.Sprint(each.Key())] = expressible(each.Value(), depth+1)
		}
		return dictionary
	case reflect.Struct:
		dictionary := make(map[string]any, v.NumField())
		for _, field := range reflect.VisibleFields(v.Type()) {
			if field.IsExported() && !field.Anonymous {
				dictionary[fieldName(field)] = expressible(v.FieldByIndex(field.Index), depth+1)
			}
		}
		return dictionary
	}
	return fmt.Sprint(v)
}

// fieldName is the name under which encoding/json would write a field.
func fieldName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return cmp.Or(name, f.Name)
}
