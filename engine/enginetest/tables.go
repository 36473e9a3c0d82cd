package enginetest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"unfold/engine"
)

// Text writes what a table holds in a form that is easy to compare: columns
// and target, then a line a row.
func Text(t *engine.Table) string {
	var b strings.Builder
	for i, c := range t.Columns {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(c.Name)
		if c.Levels != nil {
			b.WriteString("{" + strings.Join(c.Levels, ",") + "}")
		}
	}
	switch {
	case t.HasClasses():
		fmt.Fprintf(&b, " → %s{%s}", t.Label, strings.Join(t.Classes, ","))
	case t.HasResponse():
		b.WriteString(" → " + t.Label)
	}
	for i := range t.Len() {
		b.WriteString("\n" + strings.Trim(fmt.Sprint(t.X.RawRowView(i)), "[]"))
		if t.HasClasses() {
			class := "?"
			if l := t.Labels[i]; l != engine.Hidden {
				class = t.Classes[l]
			}
			fmt.Fprintf(&b, " → %s", class)
		}
		if t.HasResponse() {
			fmt.Fprintf(&b, " → %s", strings.Trim(fmt.Sprint(t.Response.RawRowView(i)), "[]"))
		}
	}
	return b.String()
}

// Refused checks that an error of the engine blames a parameter and says what is wanted.
func Refused(t *testing.T, err error, param, want string) {
	t.Helper()
	var fault *engine.Error
	if !errors.As(err, &fault) {
		t.Fatalf("error %v", err)
	}
	if !strings.Contains(fault.Error(), want) || fault.Param != param {
		t.Errorf("%q blames %q, want %q of %q", fault, fault.Param, want, param)
	}
}
