package check

import (
	"fmt"

	"unfold/engine"
	"unfold/engine/remedy"
)

// Target refuses a table without anything to predict.
func Target(t engine.Target) error {
	if t.HasClasses() || t.HasResponse() {
		return nil
	}
	return &engine.Error{Cause: "the data have neither classes nor a response to predict", Remedy: remedy.Load("name the column", "label", "class")}
}

// Classes refuses rows of fewer than two classes; found is of how many they are.
func Classes(found int) error {
	if found >= 2 {
		return nil
	}
	return &engine.Error{Cause: fmt.Sprintf("need at least two classes, found %d", found), Remedy: remedy.Say("hold fewer rows").Or(remedy.Load("name another column", "label", nil))}
}

// Response refuses a sample with a response that is missing or infinite.
func Response(s engine.Sample) error {
	if !s.HasResponse() {
		return nil
	}
	for i := range s.Len() {
		for c, v := range s.Response.RawRowView(i) {
			if notFinite(v) {
				return &engine.Error{Cause: fmt.Sprintf("%s of row %d is %v: values must be finite", s.ResponseName(c), Row(s, i), v), Remedy: remedy.Say("leave the row out, or give it a value")}
			}
		}
	}
	return nil
}
