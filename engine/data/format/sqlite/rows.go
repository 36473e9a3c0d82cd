package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/internal/calendar"
	"unfold/engine/remedy"
)

// An answer is the rows of a query while they are handed over.
type answer struct {
	to     format.Cells
	names  []string
	truths []bool // of each column, whether it is declared to be of truth values, which are kept as 0 and 1
}

// readRows hands over the rows of a query.
func readRows(ctx context.Context, rows *sql.Rows, to format.Cells) error {
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	types, err := rows.ColumnTypes()
	if err != nil {
		return err
	}
	a := answer{to, names, make([]bool, len(names))}
	for c := range types {
		a.truths[c] = strings.HasPrefix(strings.ToUpper(types[c].DatabaseTypeName()), "BOOL")
	}
	to.Name(names, true)
	values, into := make([]any, len(names)), make([]any, len(names))
	for c := range values {
		into[c] = &values[c]
	}
	for row := 0; rows.Next(); row++ {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := to.Grow(1); err != nil {
			return err
		}
		for c, v := range values {
			if err := a.set(row, c, v); err != nil {
				return err
			}
		}
	}
	return rows.Err()
}

// set hands over a cell.
func (a *answer) set(row, c int, value any) error {
	switch v := value.(type) {
	case nil:
	case bool:
		a.to.Set(row, c, strconv.AppendBool(nil, v))
	case int64:
		if a.truths[c] && (v == 0 || v == 1) {
			a.to.Set(row, c, strconv.AppendBool(nil, v == 1))
			return nil
		}
		if v >= 1<<53 || v <= -1<<53 {
			a.to.Set(row, c, strconv.AppendInt(nil, v, 10))
			return nil
		}
		a.to.Number(row, c, float64(v))
	case float64:
		a.to.Number(row, c, v)
	case string:
		a.to.Set(row, c, []byte(strings.TrimSpace(v)))
	case time.Time:
		a.to.Moments(c, calendar.Date)
		a.to.Number(row, c, calendar.Days(v))
	default:
		return &engine.Error{Param: "query", Cause: fmt.Sprintf("row %d has bytes in column %s, neither a number nor a text", row+1, a.names[c]), Remedy: remedy.Give("query", "that names the other columns alone")}
	}
	return nil
}
