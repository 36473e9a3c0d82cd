package workspace

import (
	"fmt"
	"go/types"
	"path"
	"regexp"
	"strings"

	"unfold/dsl/interp/packages"
	"unfold/engine/wording"
)

// hints are remedies for faults of a cell, in a workspace with the names of a
// scope.
type hints struct {
	w     *Workspace
	scope *Scope
}

// of is a remedy for a message of go/types, or "", and the package that is to
// be imported for it, if that is the remedy.
func (h hints) of(msg string) (remedy, missing string) {
	name, ok := strings.CutPrefix(msg, "undefined: ")
	if !ok {
		return h.remedy(msg), ""
	}
	if qualifier, member, dotted := strings.Cut(name, "."); dotted {
		return h.nearestExport(qualifier, member), ""
	}
	if pkg := h.w.Packages.Named(name); pkg != "" {
		return fmt.Sprintf("import %q", pkg), pkg
	}
	if near := nearest(name, h.names()); near != "" {
		return fmt.Sprintf("did you mean %s?", near), ""
	}
	return "nothing here has that name; declare it first", ""
}

// names are what a cell can say without a selector.
func (h hints) names() []string {
	names := types.Universe.Names()
	for n := range h.scope.entries {
		if !strings.Contains(n, ".") {
			names = append(names, n)
		}
	}
	names = append(names, h.w.opts.Prelude.Scope().Names()...)
	for n := range h.scope.imports {
		names = append(names, n)
	}
	return names
}

// nearestExport is a remedy for a name that a package does not export.
func (h hints) nearestExport(qualifier, member string) string {
	if pkg, ok := h.w.lookup(h.scope, qualifier).(*types.PkgName); ok {
		if near := nearest(member, pkg.Imported().Scope().Names()); near != "" {
			return fmt.Sprintf("did you mean %s.%s?", qualifier, near)
		}
		return packages.Absent(pkg.Imported().Path())
	}
	return ""
}

// remedies are what to do about messages of go/types. In them $1 and so on are
// what the parentheses match.
var remedies = []struct {
	message *regexp.Regexp
	remedy  string
}{
	{regexp.MustCompile(`\(mismatched types (int\d*|uint\d*) and (float\d+)\)$`), "convert one of them, as in $2(x)"},
	{regexp.MustCompile(`\(mismatched types (float\d+) and (int\d*|uint\d*)\)$`), "convert one of them, as in $1(x)"},
	{regexp.MustCompile(`\(mismatched types (.+) and (.+)\)$`), "both sides must have one type; convert one of them"},
	{regexp.MustCompile(`\(untyped float constant.*\) truncated to (\S+)`), "an $1 has no fraction; use float64"},
	{regexp.MustCompile(`^cannot use (\S+) \((?:variable|value|constant \S+) of type (?:u?int\d*|float\d+)\) as (u?int\d*|float\d+) value`), "convert it: $2($1)"},
	{regexp.MustCompile(`^cannot use \S+ \(untyped string constant.*\) as (?:u?int\d*|float\d+) value`), "a text is no number; strconv.Atoi and strconv.ParseFloat read one"},
	{regexp.MustCompile(`^cannot use .* as string value`), "fmt.Sprint(x) makes a text of any value"},
	{regexp.MustCompile(`^(too many|not enough) arguments in call to (\S+)\n\thave (\(.*\))\n\twant (\(.*\))$`), "give it what it takes: $4"},
	{regexp.MustCompile(`^assignment mismatch: \d+ variables? but \S+ returns (\d+) values?`), "put as many names on the left as there are values: $1; _ takes one that is not wanted"},
	{regexp.MustCompile(`^assignment mismatch: `), "put as many values on the right as there are names on the left"},
	{regexp.MustCompile(`^missing return$`), "end every way through the function with return and a value"},
	{regexp.MustCompile(`^use of package (\S+) not in selector$`), "name something in it, as in $1.X"},
	{regexp.MustCompile(`^non-name .* on left side of :=$`), "use = to set what exists already; := declares names"},
	{regexp.MustCompile(`^no new variables on left side of :=$`), "use = to set what exists already"},
	{regexp.MustCompile(`^non-boolean condition in (\S+) statement$`), "compare it, as in x != 0"},
	{regexp.MustCompile(`^invalid operation: division by zero$`), "the divisor is the constant 0"},
	{regexp.MustCompile(`^invalid operation: cannot call non-function (\S+)|^invalid operation: cannot call (\S+) \(variable`), "leave the parentheses out: it is a value, not a function"},
	{regexp.MustCompile(`is not used$`), "give the result a name, or _ = to say that it is not wanted"},
	{regexp.MustCompile(`^declared and not used: (\S+)$`), "use $1 or leave it out"},
}

var noMember = regexp.MustCompile(`undefined \(type (\S+) has no field or method (\S+?)[,)]`)

// remedy is what to do about a message that is not of an undefined name.
func (h hints) remedy(msg string) string {
	if m := noMember.FindStringSubmatch(msg); m != nil {
		return h.nearestMember(strings.TrimPrefix(m[1], "*"), m[2])
	}
	for _, r := range remedies {
		if at := r.message.FindStringSubmatchIndex(msg); at != nil {
			return string(r.message.ExpandString(nil, r.remedy, msg, at))
		}
	}
	return ""
}

// nearestMember is a remedy for a field or method that a type does not have.
func (h hints) nearestMember(typ, member string) string {
	var obj types.Object
	if qualifier, name, dotted := strings.Cut(typ, "."); !dotted {
		obj = h.w.lookup(h.scope, typ)
	} else if pkg, ok := h.w.lookup(h.scope, qualifier).(*types.PkgName); ok {
		obj = pkg.Imported().Scope().Lookup(name)
	}
	if obj == nil {
		return ""
	}
	var names []string
	methods := types.NewMethodSet(types.NewPointer(obj.Type()))
	for m := range methods.Methods() {
		names = append(names, m.Obj().Name())
	}
	if st, ok := obj.Type().Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			names = append(names, f.Name())
		}
	}
	if near := nearest(member, names); near != "" {
		return fmt.Sprintf("did you mean %s?", near)
	}
	return ""
}

// nearestPackage is a remedy for an import path that is not there.
func nearestPackage(p string, paths []string) string {
	for _, q := range paths {
		if path.Base(q) == path.Base(p) && q != p {
			return fmt.Sprintf("did you mean %q?", q)
		}
	}
	if near := nearest(p, paths); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if host, _, _ := strings.Cut(p, "/"); strings.Contains(host, ".") {
		return fmt.Sprintf("%%get %s fetches it; packages in plain Go, from a vendor folder or the module cache, can be imported", p)
	}
	return "the standard library, packages built into this program, and modules that %get fetches can be imported"
}

// nearest is the name fewest edits away, if few enough to be a slip; of
// equals the first in the alphabet.
func nearest(name string, names []string) string {
	best, least := "", 1+len(name)/3
	if len(name) < 2 {
		return ""
	}
	for _, n := range names {
		if strings.EqualFold(n, name) && n != name {
			return n
		}
		if d := wording.Distance(name, n); d < least || d == least && best != "" && n < best {
			if d < least || d <= len(name)/3 {
				best, least = n, d
			}
		}
	}
	return best
}
