package remedy

import (
	"fmt"
	"strings"
	"unfold/engine/wording"
)

// String says what to do in words, as a pipeline writes stages and arguments:
//
//	set graph="gabriel", or put pca before it
//	put impute before it if cells are missing, or scale if values are very large
//
// This is the one place where remedies are worded.
func (r Remedy) String() string {
	texts := make([]string, len(r))
	for i, a := range r {
		var last Advice
		if i > 0 {
			last = r[i-1]
		}
		texts[i] = a.after(last)
	}
	return strings.Join(texts, ", or ")
}

// after words the advice behind another one, whose verb, place and parameter it
// does not repeat.
func (a Advice) after(last Advice) string {
	same := a.Act == last.Act && a.Where == last.Where && last.Words == ""
	name := a.Param
	if name == last.Param && last.Act != ActPut {
		name, same = "it", false
	}
	var text string
	switch a.Act {
	case ActSay:
		text = a.Words
	case ActPut:
		text = a.put(same)
	case ActUse:
		text = verb("use", same) + a.stages()
	case ActDrop:
		text = verb("drop", same) + a.stages()
	case ActSet:
		text = verb("set", same) + a.set(name)
	case ActRaise:
		text = verb("raise", same) + a.set(name)
	case ActLower:
		text = verb("lower", same) + a.set(name)
		if len(a.Values) > 0 {
			text += " or less"
		}
	case ActOmit:
		text = "leave " + name + " out"
	case ActGive:
		text = "give " + name + " " + a.Words
	case ActLoad:
		text = fmt.Sprintf(`%s: load("file.csv"%s)`, a.Words, behind(", ", a.argument()))
	}
	if a.Act != ActPut && a.Act != ActDrop {
		text += a.Where.String()
	}
	return text + behind(", which ", a.Which) + behind(" if ", a.If)
}

// put words a place for a stage.
func (a Advice) put(same bool) string {
	text := verb("put", same) + a.stages()
	if a.Words != "" {
		text = a.Words + ": " + text
	}
	if a.Param != "" {
		text += "(" + a.argument() + ")"
	}
	if !same {
		text += a.Where.String()
	}
	return text
}

// stages names the stages, or their role.
func (a Advice) stages() string {
	if len(a.Stages) == 0 {
		return "the " + a.Where.Role
	}
	last := len(a.Stages) - 1
	text := a.Stages[last]
	if last > 0 {
		text = strings.Join(a.Stages[:last], ", ") + " or " + text
	}
	if a.Kind != "" {
		return a.Kind + " such as " + text
	}
	return text
}

// set words a parameter with its values: words as a pipeline writes them, and
// numbers in a sentence.
func (a Advice) set(name string) string {
	texts := make([]string, len(a.Values))
	for i, v := range a.Values {
		if word, ok := v.(string); ok && word != "auto" {
			texts[i] = a.Param + "=" + wording.Value(word)
			continue
		}
		texts[i] = fmt.Sprint(v)
		if i == 0 {
			texts[i] = fmt.Sprintf("%s to %v", name, v)
		}
	}
	if len(texts) == 0 {
		return name
	}
	return strings.Join(texts, " or ")
}

// argument is the parameter with its first value, as a pipeline writes it.
func (a Advice) argument() string {
	switch {
	case a.Param == "":
		return ""
	case a.Values[0] == nil:
		return a.Param + "=..."
	}
	return a.Param + "=" + wording.Value(a.Values[0])
}

// String is the place behind what stands there.
func (w Where) String() string {
	switch {
	case w.Relation == "" || w.Relation == "at the end":
		return behind(" ", w.Relation)
	case w.Role != "":
		return " " + w.Relation + " the " + w.Role
	case w.Stage != "":
		return " " + w.Relation + " " + w.Stage
	}
	return " " + w.Relation + " it"
}

// verb is the word that an advice begins with, unless it was said before.
func verb(word string, said bool) string {
	if said {
		return ""
	}
	return word + " "
}

// behind is a text behind the word that joins it, or nothing.
func behind(word, text string) string {
	if text == "" {
		return ""
	}
	return word + text
}
