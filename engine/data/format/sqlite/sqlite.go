// Package sqlite reads tables of SQLite's databases, whole or by a query. A program that
// imports it can load them:
//
//	import _ "unfold/engine/data/format/sqlite"
//
// Numbers are numbers; whole numbers beyond 2⁵³ keep their digits until it is known
// whether they are names or numbers. Columns that are declared as dates are days since
// 1970; texts are read as the cells of a text file. A null is a missing
// cell. Bytes are refused. The database is opened for reading alone, and an interrupt
// ends a query.
//
// The package imports the vocabulary of the engine and package format. Start reading at
// [Read].
package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the driver

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/remedy"
	"unfold/engine/wording"
)

func init() {
	format.Known.Add(format.Format{Name: "SQLite", Begins: []string{"SQLite format 3\x00"}, Tables: "table", Queries: true, Read: Read})
}

// Read hands over what file.Query asks for or, without it, the table that file.Table
// names, or the only one.
func Read(ctx context.Context, file format.File, to format.Cells) error {
	if file.Path == "" {
		return &engine.Error{Param: "path", Cause: "the database is packed, or came through a pipe", Remedy: remedy.Say("unpack it into a file of its own")}
	}
	if file.Query != "" && file.Table != "" {
		return &engine.Error{Param: "query", Cause: fmt.Sprintf("the query says what to read, and so does table=%q", file.Table), Remedy: remedy.Say("give one of them")}
	}
	db, err := open(file.Path)
	if err != nil {
		return err
	}
	defer db.Close()
	tables, err := tablesOf(ctx, db)
	if err != nil {
		return err
	}
	query := file.Query
	if query == "" {
		at, err := format.Choose("table", file.Table, tables)
		if err != nil {
			return err
		}
		query = `SELECT * FROM "` + strings.ReplaceAll(tables[at], `"`, `""`) + `"`
	}
	rows, err := db.QueryContext(ctx, query)
	if err != nil && file.Query != "" {
		return &engine.Error{Param: "query", Cause: fmt.Sprintf("the database does not answer: %v", err), Remedy: remedy.Say("correct its SQL; the tables are %s", wording.List(tables)), Err: err}
	}
	if err != nil {
		return err
	}
	defer rows.Close()
	return readRows(ctx, rows, to)
}

// open opens a database for reading, and trusts nothing that it says of itself.
func open(path string) (*sql.DB, error) {
	whole, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(whole), RawQuery: "mode=ro&_pragma=query_only(1)&_pragma=trusted_schema(0)"}
	return sql.Open("sqlite", address.String())
}

// tablesOf are the names of tables and views.
func tablesOf(ctx context.Context, db *sql.DB) ([]string, error) {
	rows, err := db.QueryContext(ctx, `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY name`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}
