package render

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"

	"unfold/kernel/render/table"
)

// mostRows is how many elements of a slice or map are shown.
const mostRows = 30

// reflected makes a table of a struct, a map, or a slice of either structs or
// rows of numbers.
func reflected(value any) (table.Table, bool) {
	v := reflect.ValueOf(value)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Struct:
		return structTable(v), v.NumField() > 0
	case reflect.Map:
		return mapTable(v), v.Len() > 0
	case reflect.Slice, reflect.Array:
		if v.Len() == 0 {
			return table.Table{}, false
		}
		switch elem := v.Type().Elem(); {
		case elem.Kind() == reflect.Struct:
			return structsTable(v), elem.NumField() > 0
		case elem.Kind() == reflect.Slice && isNumber(elem.Elem().Kind()):
			return rowsTable(v), true
		}
	}
	return table.Table{}, false
}

func isNumber(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Float64 }

func structTable(v reflect.Value) table.Table {
	var rows [][]string
	for i := range v.NumField() {
		rows = append(rows, []string{v.Type().Field(i).Name, element(v.Field(i))})
	}
	return table.Of(typeName(v.Type()), []string{"field", "value"}, rows)
}

func mapTable(v reflect.Value) table.Table {
	keys := v.MapKeys()
	slices.SortFunc(keys, compareKeys)
	var rows [][]string
	for _, k := range keys[:min(len(keys), mostRows)] {
		rows = append(rows, []string{element(k), element(v.MapIndex(k))})
	}
	t := table.Of(typeName(v.Type()), []string{"key", "value"}, rows)
	t.MoreRows = len(keys) - mostRows
	return t
}

// compareKeys orders numbers as such and other keys as they are printed.
func compareKeys(a, b reflect.Value) int {
	switch {
	case a.CanInt() && b.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint() && b.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat() && b.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	}
	return cmp.Compare(element(a), element(b))
}

func structsTable(v reflect.Value) table.Table {
	elem := v.Type().Elem()
	header := []string{""}
	for i := range elem.NumField() {
		header = append(header, elem.Field(i).Name)
	}
	var rows [][]string
	for i := range min(v.Len(), mostRows) {
		row := []string{fmt.Sprint(i)}
		for j := range elem.NumField() {
			row = append(row, element(v.Index(i).Field(j)))
		}
		rows = append(rows, row)
	}
	title := fmt.Sprintf("%d of %s", v.Len(), typeName(elem))
	if elem.Name() == "" {
		title = fmt.Sprintf("%d rows", v.Len())
	}
	t := table.Of(title, header, rows)
	t.MoreRows = v.Len() - mostRows
	return t
}

// rowsTable shows a slice of slices of numbers, which need not be of one
// length.
func rowsTable(v reflect.Value) table.Table {
	columns := 0
	for i := range v.Len() {
		columns = max(columns, v.Index(i).Len())
	}
	header := []string{""}
	for j := range min(columns, headColumns) {
		header = append(header, fmt.Sprint(j))
	}
	var rows [][]string
	for i := range min(v.Len(), headRows) {
		row := []string{fmt.Sprint(i)}
		for j := range min(v.Index(i).Len(), headColumns) {
			row = append(row, element(v.Index(i).Index(j)))
		}
		rows = append(rows, row)
	}
	t := table.Of(fmt.Sprintf("%d rows of %s", v.Len(), v.Type().Elem().Elem()), header, rows)
	t.MoreRows, t.MoreColumns = v.Len()-headRows, columns-headColumns
	return t
}

// mostElement is how much of a part of a value is printed.
const mostElement = 200

// element prints a part of a value. Fields that are not exported cannot be
// taken out, but fmt can print them.
func element(v reflect.Value) string {
	if v.CanFloat() {
		return table.Number(v.Float())
	}
	if v.CanInterface() {
		return cut(plain(v.Interface()), mostElement)
	}
	return cut(fmt.Sprint(v), mostElement)
}

// typeName names a type as a cell does, which needs no package for its own;
// one without a name by its kind, as its text would repeat the fields.
func typeName(t reflect.Type) string {
	if t.Kind() == reflect.Struct && t.Name() == "" {
		return "struct"
	}
	return ownPackage.ReplaceAllString(t.String(), "")
}

var ownPackage = regexp.MustCompile(`\bmain\.`)
