package dsl

import (
	"context"
	"fmt"
	"strings"
	"time"

	"unfold/dsl/cell"
	"unfold/dsl/interp"
	"unfold/engine"
)

// glance is how long a data set may take to be read for its description.
const glance = 250 * time.Millisecond

// inspectText explains a string literal: the path of an import, the data that a
// source is told to load, a word that a parameter allows.
func (s *Session) inspectText(p *place, detail int) (cell.Help, bool) {
	if p.imports() {
		return s.packageHelp(p.word, detail), s.synopsis(p.word) != ""
	}
	stage := s.stageOf(p)
	if stage == nil {
		return cell.Help{}, false
	}
	param := paramAt(stage, p)
	if param == nil {
		return cell.Help{}, false
	}
	if stage.Role == engine.SourceRole && param.Name == engine.ParamsOf(stage.Make())[0].Name {
		if h, ok := dataHelp(stage, param.Name, p.word); ok {
			return h, true
		}
	}
	return parameterHelp(stage, param), true
}

// dataHelp describes a data set. Data from an address are left alone.
func dataHelp(stage *engine.Stage, param, name string) (cell.Help, bool) {
	source, ok := stage.Make().(engine.Source)
	if !ok || strings.Contains(name, "://") {
		return cell.Help{}, false
	}
	for _, p := range engine.ParamsOf(source) {
		if p.Name == param && p.Set(name) != nil {
			return cell.Help{}, false
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), glance)
	defer cancel()
	table, err := source.Load(ctx)
	if err != nil {
		return headings(ctx, source, name)
	}
	return tableHelp(table), true
}

// headings describes a data set that is too large to be read for that.
func headings(ctx context.Context, source engine.Source, name string) (cell.Help, bool) {
	headed, ok := source.(engine.Headed)
	if !ok || ctx.Err() == nil {
		return cell.Help{}, false
	}
	columns, err := headed.Headings(context.Background())
	if err != nil {
		return cell.Help{}, false
	}
	var p page
	p.signature(name)
	p.lead("dataset", fmt.Sprintf("%d columns: %s", len(columns), list(columns)))
	return p.help(), true
}

// tableHelp describes a table: rows, columns, what is to be learned, source.
func tableHelp(t *engine.Table) cell.Help {
	var p page
	p.signature(t.Name)
	_, d := t.X.Dims()
	p.lead("dataset", fmt.Sprintf("%d rows × %d columns", t.Len(), d))
	var columns []string
	for _, c := range t.Columns {
		columns = append(columns, c.Name)
	}
	rows := [][]string{{"columns", list(columns)}}
	switch {
	case len(t.Classes) > 0:
		rows = append(rows, []string{"classes", fmt.Sprintf("%d: %s", len(t.Classes), list(t.Classes))})
	case t.HasResponse():
		rows = append(rows, responsesRow(t))
	}
	rows = append(rows, []string{"source", t.Source})
	p.table([]string{"", ""}, rows)
	return p.help()
}

// responsesRow describes one response, or names several.
func responsesRow(t *engine.Table) []string {
	if n := t.Width(); n > 1 {
		return []string{"responses", fmt.Sprintf("%d: %s", n, list(t.ResponseNames()))}
	}
	return []string{"response", "a number for each row"}
}

// list joins names, of many the first.
func list(names []string) string {
	const most = 12
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// packageHelp explains a package and lists what it exports.
func (s *Session) packageHelp(path string, detail int) cell.Help {
	var p page
	p.signature(fmt.Sprintf("import %q", path))
	p.comment(s.synopsis(path), detail == 0)
	p.contents(s.golang.Look(fmt.Sprintf("import p__ %q\np__.%s", path, interp.Cursor), interp.Cursor).Members)
	return p.help()
}

// contents lists names by their kind.
func (p *page) contents(names []interp.Name) {
	byKind := map[string][]string{}
	for _, n := range names {
		byKind[n.Kind] = append(byKind[n.Kind], n.Name)
	}
	var rows [][]string
	for _, kind := range []string{"field", "method", "function", "type", "variable", "constant"} {
		if len(byKind[kind]) > 0 {
			rows = append(rows, []string{kind + "s", strings.Join(byKind[kind], ", ")})
		}
	}
	p.table([]string{"", ""}, rows)
}
