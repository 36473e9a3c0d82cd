package wording

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Value writes a value as an argument of a pipeline is written.
func Value(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case string:
		return strconv.Quote(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case []string:
		return strconv.Quote(strings.Join(v, ","))
	case int:
		return strconv.Itoa(v)
	}
	return Describe(v)
}

// Describe names a value for a reader: short ones by themselves, others by
// their type.
func Describe(v any) string {
	switch rv := reflect.ValueOf(v); {
	case v == nil:
		return "nil"
	case rv.Kind() == reflect.String:
		return strconv.Quote(rv.String())
	case rv.CanInt() || rv.CanFloat() || rv.Kind() == reflect.Bool:
		return fmt.Sprint(v)
	}
	return fmt.Sprintf("a %T", v)
}
