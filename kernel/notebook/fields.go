package notebook

import (
	"encoding/json"
	"fmt"
	"strings"
)

// fields is a JSON object that is being read: what has been understood is
// taken out, and what is left over is kept as it is.
type fields map[string]any

func asFields(v any) (fields, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s where an object should be", describe(v))
	}
	return m, nil
}

// rest returns the fields that nobody has taken, nil for none.
func (f fields) rest() map[string]any {
	if len(f) == 0 {
		return nil
	}
	return f
}

// text takes a string, which the format allows to be a list of its lines.
func (f fields) text(key string) (string, error) {
	v, ok := f[key]
	if !ok {
		return "", fmt.Errorf("%q is missing", key)
	}
	delete(f, key)
	s, ok := joined(v)
	if !ok {
		return "", fmt.Errorf("%q is %s, not text", key, describe(v))
	}
	return s, nil
}

// joined returns a string, or a list of strings put together.
func joined(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case []any:
		var b strings.Builder
		for _, line := range v {
			s, ok := line.(string)
			if !ok {
				return "", false
			}
			b.WriteString(s)
		}
		return b.String(), true
	}
	return "", false
}

// object takes an object; without one, it is empty.
func (f fields) object(key string) (map[string]any, error) {
	v, ok := f[key]
	delete(f, key)
	if !ok || v == nil {
		return map[string]any{}, nil
	}
	m, err := asFields(v)
	if err != nil {
		return nil, fmt.Errorf("%q is %w", key, err)
	}
	return m, nil
}

// list takes a list; without one, it is empty.
func (f fields) list(key string) ([]any, error) {
	v, ok := f[key]
	delete(f, key)
	if !ok || v == nil {
		return nil, nil
	}
	l, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("%q is %s, not a list", key, describe(v))
	}
	return l, nil
}

// count takes a whole number that may be null; null is 0.
func (f fields) count(key string) (int, error) {
	v := f[key]
	delete(f, key)
	if v == nil {
		return 0, nil
	}
	number, _ := v.(json.Number)
	n, err := number.Int64()
	if err != nil {
		return 0, fmt.Errorf("%q is %s, not a whole number", key, describe(v))
	}
	return int(n), nil
}

// describe names a JSON value for a message.
func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case map[string]any:
		return "an object"
	case []any:
		return "a list"
	case string:
		return fmt.Sprintf("the text %.20q", v)
	default:
		return fmt.Sprint(v)
	}
}
