// Package custom makes stages of methods that a session or a program brings itself: code
// of cells, which nobody has tested. They are declared as those of families are, and
// run behind a guard: a panic is an error of the stage, a cancelled call ends, and what
// a method returns is held to what its role promises before anything goes by it.
// Nothing that such a method has a part in is kept for later runs, since its text does
// not tell what it does. It imports the vocabulary of the engine. Start at [New].
package custom

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

// verbs are what each role that may be brought does.
var verbs = [...]struct {
	role engine.Role
	name string
	is   reflect.Type
}{
	{engine.PrepareRole, "Prepare", reflect.TypeFor[engine.Preparer]()},
	{engine.MetricRole, "Distances", reflect.TypeFor[engine.Metric]()},
	{engine.EmbedderRole, "Embed", reflect.TypeFor[engine.Embedder]()},
	{engine.ExtenderRole, "Extend", reflect.TypeFor[engine.Extender]()},
	{engine.PredictorRole, "Learn", reflect.TypeFor[engine.Learner]()},
	{engine.MeasureRole, "Score", reflect.TypeFor[engine.Measure]()},
}

var word = regexp.MustCompile(`^[a-z][a-z0-9]*$`)

// New returns the stage of a method, which is a pointer to a struct. The declaration
// says of it what those of families do; its Name is by itself that of the type in
// lower case, its Role and New are found. Calls go by way of call.
func New(declaration engine.Stage, method engine.Method, call Caller) (engine.Stage, error) {
	s := declaration
	t := reflect.TypeOf(method)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return s, fault("a stage is a pointer to a struct, whose fields are its parameters, and not %s", remedy.Say("write new(T) or &T{}"), wording.Describe(method))
	}
	if s.Name == "" {
		s.Name = strings.ToLower(t.Elem().Name())
	}
	if !word.MatchString(s.Name) {
		return s, fault("%q is no name of a stage", remedy.Say("give Name a word of lower-case letters and digits"), s.Name)
	}
	if s.Summary == "" {
		return s, fault("the declaration does not say what %s does", remedy.Say("give Summary a few words that read after the name"), s.Name)
	}
	role, err := roleOf(t, s.Name)
	if err != nil {
		return s, err
	}
	if err := checkParams(t, s.Name); err != nil {
		return s, err
	}
	s.Role = role
	s.New = func() engine.Method {
		return guarded(guard{role: role, inner: reflect.New(t.Elem()).Interface().(engine.Method), name: s.Name, call: call})
	}
	return s, nil
}

// roleOf tells the role by the one verb that the type has.
func roleOf(t reflect.Type, name string) (engine.Role, error) {
	var names []string
	for _, v := range verbs {
		if t.Implements(v.is) {
			return v.role, nil
		}
		if m, has := t.MethodByName(v.name); has {
			want, _ := v.is.MethodByName(v.name)
			return 0, fault("%s is %s, but %s is %s", remedy.Say("give %s that signature", v.name), v.name, signature(m.Type, 1), v.role.WithArticle()+"'s", signature(want.Type, 0))
		}
		names = append(names, v.name)
	}
	return 0, fault("%s has none of the verbs of a stage", remedy.Say("give it one of the methods %s", wording.List(names)), name)
}

// signature writes a method's type without its receiver.
func signature(t reflect.Type, from int) string {
	list := func(n, from int, at func(int) reflect.Type) string {
		var all []string
		for i := from; i < n; i++ {
			all = append(all, at(i).String())
		}
		return "(" + strings.Join(all, ", ") + ")"
	}
	return "func" + list(t.NumIn(), from, t.In) + " " + list(t.NumOut(), 0, t.Out)
}

// checkParams holds the declared parameters to what a pipeline relies on: names that
// differ, defaults that their rules admit, fields that keep what is put into them.
func checkParams(t reflect.Type, name string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fault("Params of %s panics: %v", remedy.Say("let it declare a field a line, such as p.Int(&m.K, \"k\", 5, engine.AtLeast(1), \"rows that vote\")"), name, r)
		}
	}()
	m := reflect.New(t.Elem()).Interface().(engine.Method)
	engine.SetDefaults(m)
	seen := map[string]bool{}
	for _, p := range engine.ParamsOf(m) {
		switch {
		case !word.MatchString(p.Name):
			return fault("%q is no name of a parameter", remedy.Say("use lower-case letters and digits"), p.Name)
		case seen[p.Name]:
			return fault("two parameters of %s are named %s", remedy.Say("rename one"), name, p.Name)
		case !p.Required && !reflect.DeepEqual(p.Value(), p.Default):
			return fault("%s of %s does not keep its default", remedy.Say("declare fields of the receiver, which must be a pointer: func (m *%s) Params(p *engine.Params)", t.Elem().Name()), p.Name, name)
		case !p.Required && p.Type != engine.Any:
			if err := p.Check(); err != nil {
				return fault("the default of %s in %s is against its rule: %v", remedy.Say("choose another"), p.Name, name, err)
			}
		}
		seen[p.Name] = true
	}
	if _, byValue := t.Elem().MethodByName("Params"); byValue && len(seen) > 0 {
		return fault("Params of %s declares the fields of a copy", remedy.Say("write func (m *%s) Params(p *engine.Params)", t.Elem().Name()), name)
	}
	return nil
}

// fault is a refusal of a stage.
func fault(cause string, advice remedy.Remedy, args ...any) error {
	return &engine.Error{Cause: fmt.Sprintf(cause, args...), Remedy: advice}
}
