package assist

import (
	"context"
	"fmt"
	"strings"
	"time"

	"unfold/dsl/cell"
	"unfold/engine"
)

// loadTimeout is how long a data set may take to be read for its description.
const loadTimeout = 250 * time.Millisecond

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
	ctx, cancel := context.WithTimeout(context.Background(), loadTimeout)
	defer cancel()
	table, err := source.Load(ctx)
	if err != nil {
		return headingsHelp(ctx, source, name)
	}
	return tableHelp(table), true
}

// headingsHelp describes a data set that is too large to be read for that.
func headingsHelp(ctx context.Context, source engine.Source, name string) (cell.Help, bool) {
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
	p.lead("dataset", fmt.Sprintf("%d columns: %s", len(columns), joinFirst(columns)))
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
	rows := [][]string{{"columns", joinFirst(columns)}}
	switch {
	case len(t.Classes) > 0:
		rows = append(rows, []string{"classes", fmt.Sprintf("%d: %s", len(t.Classes), joinFirst(t.Classes))})
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
		return []string{"responses", fmt.Sprintf("%d: %s", n, joinFirst(t.ResponseNames()))}
	}
	return []string{"response", "a number for each row"}
}

// joinFirst joins names, of many the first.
func joinFirst(names []string) string {
	const most = 12
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
