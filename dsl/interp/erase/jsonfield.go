package erase

import (
	"go/types"
	"reflect"
	"strconv"
	"strings"
)

// A jsonField is a field of a struct, or of one embedded in it, by its name.
type jsonField struct {
	name, path     string // that with the names of those that embed it
	index          []int
	tagged, quoted bool
}

// jsonFields are the fields that package json sees: of those with one name the
// least embedded, of these the only one with a tag, and else none.
func jsonFields(t *types.Struct) (list []jsonField) {
	type inner struct {
		of    *types.Struct
		index []int
		path  string
	}
	taken := map[string]bool{}
	seen := map[*types.Struct]bool{}
	for level := []inner{{of: t}}; len(level) > 0; {
		var next []inner
		var here []jsonField
		for _, s := range level {
			if seen[s.of] {
				continue
			}
			seen[s.of] = true
			for i := range s.of.NumFields() {
				v, index := s.of.Field(i), append(s.index[:len(s.index):len(s.index)], i)
				tag := reflect.StructTag(s.of.Tag(i)).Get("json")
				name, options, _ := strings.Cut(tag, ",")
				embedded, _ := deref(v.Type()).Underlying().(*types.Struct)
				switch {
				case tag == "-" || !v.Exported() && !(v.Embedded() && embedded != nil):
				case v.Embedded() && embedded != nil && name == "":
					next = append(next, inner{embedded, index, s.path + v.Name() + "."})
				case v.Exported():
					f := jsonField{name: name, index: index, tagged: name != "", quoted: strings.Contains(","+options+",", ",string,")}
					if name == "" {
						f.name = v.Name()
					}
					f.path = s.path + f.name
					here = append(here, f)
				}
			}
		}
		list = append(list, dominant(here, taken)...)
		level = next
	}
	return list
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// dominant are those of the fields of one level that hide others, and are hidden
// by none.
func dominant(level []jsonField, taken map[string]bool) (list []jsonField) {
	count := map[string]int{}
	for _, f := range level {
		count[f.name+strconv.FormatBool(f.tagged)]++
	}
	for _, f := range level {
		with, same := count[f.name+"true"], count[f.name+strconv.FormatBool(f.tagged)]
		if !taken[f.name] && same == 1 && (f.tagged || with == 0) {
			list = append(list, f)
		}
	}
	for _, f := range level {
		taken[f.name] = true
	}
	return list
}

// fieldNamed is the field that a key means: the one of that name, or else of one
// that differs in case.
func fieldNamed(list []jsonField, key string) *jsonField {
	for i := range list {
		if list[i].name == key {
			return &list[i]
		}
	}
	for i := range list {
		if strings.EqualFold(list[i].name, key) {
			return &list[i]
		}
	}
	return nil
}
