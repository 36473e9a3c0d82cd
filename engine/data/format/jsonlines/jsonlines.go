// Package jsonlines reads tables in JSON: an object a row, one after the other, as in
// the files that end in .jsonl or .ndjson, or in an array. Columns are the keys of all
// objects.
//
// It imports the vocabulary of the engine and package format. Start reading at [Read].
package jsonlines

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"unfold/engine"
	"unfold/engine/data/format"
	"unfold/engine/remedy"
)

// Begins reports whether a text begins as JSON does: with an object, or an array of
// objects.
func Begins(start []byte) bool {
	rest := bytes.TrimSpace(start)
	if inside, isArray := bytes.CutPrefix(rest, []byte("[")); isArray {
		rest = bytes.TrimSpace(inside)
	}
	inside, isObject := bytes.CutPrefix(rest, []byte("{"))
	inside = bytes.TrimSpace(inside)
	return isObject && len(inside) > 0 && (inside[0] == '"' || inside[0] == '}')
}

// Read hands over the cells of a text. Columns are the keys of all objects, in the
// order in which they first occur; a key that an object lacks is a missing cell, as null
// is. Numbers are numbers, and true and false 1 and 0; texts are read as the cells of a
// text file. Objects and lists inside a row are refused, and a key that occurs twice
// in it.
func Read(ctx context.Context, in io.Reader, to format.Cells) error {
	t := &table{columns: map[string]int{}, in: json.NewDecoder(in)}
	t.in.UseNumber()
	if err := t.read(ctx); err != nil {
		return err
	}
	return t.handOver(ctx, to)
}

// A table is the rows so far. What its columns are is known at the end alone.
type table struct {
	in      *json.Decoder
	columns map[string]int
	names   []string
	cells   []column
	rows    int
}

// A column is the numbers of a key, and its other cells.
type column struct {
	numbers []float64 // NaN where there is none; shorter than the rows where only missing cells follow
	texts   []text
}

// A text is a cell that is read as that of a text file.
type text struct {
	row  int
	cell []byte
}

// read reads all objects.
func (t *table) read(ctx context.Context) error {
	inArray := false
	for {
		if t.rows%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		token, err := t.in.Token()
		switch {
		case err == io.EOF && !inArray:
			return nil
		case err != nil:
			return t.fault(err)
		case token == json.Delim('{'):
			if err := t.readObject(); err != nil {
				return err
			}
		case token == json.Delim('[') && !inArray:
			inArray = true
		case token == json.Delim(']') && inArray:
			inArray = false
		default:
			return t.refuse(fmt.Sprintf("row %d is no object with names and values", t.rows+1), `write a row as {"width": 3, "class": "a"}`)
		}
	}
}

// readObject reads a row behind its opening brace.
func (t *table) readObject() error {
	row := t.rows
	t.rows++
	seen := map[string]bool{}
	for {
		token, err := t.in.Token()
		if err != nil {
			return t.fault(err)
		}
		key, isKey := token.(string)
		if !isKey {
			return nil // the closing brace
		}
		if seen[key] {
			return t.refuse(fmt.Sprintf("row %d has %q twice", row+1, key), "give each name one value")
		}
		seen[key] = true
		value, err := t.in.Token()
		if err != nil {
			return t.fault(err)
		}
		if err := t.add(row, key, value); err != nil {
			return err
		}
	}
}

// add keeps the value of a key.
func (t *table) add(row int, key string, value json.Token) error {
	at, known := t.columns[key]
	if !known {
		at = len(t.names)
		t.columns[key], t.names, t.cells = at, append(t.names, key), append(t.cells, column{})
	}
	c := &t.cells[at]
	switch v := value.(type) {
	case nil:
	case bool:
		c.texts = append(c.texts, text{row, strconv.AppendBool(nil, v)})
	case string:
		c.texts = append(c.texts, text{row, []byte(v)})
	case json.Number:
		x, err := strconv.ParseFloat(v.String(), 64)
		switch {
		case err != nil:
			return t.refuse(fmt.Sprintf("row %d has %s as %q, beyond what a number holds", row+1, v, key), "mend the number, or write null")
		case math.Abs(x) >= 1<<53:
			c.texts = append(c.texts, text{row, []byte(v)})
		default:
			c.number(row, x)
		}
	default:
		return t.refuse(fmt.Sprintf("row %d has an object or a list as %q", row+1, key), "write each of its values under a name of its own, as pandas.json_normalize does")
	}
	return nil
}

// number keeps the number of a row.
func (c *column) number(row int, v float64) {
	for len(c.numbers) < row {
		c.numbers = append(c.numbers, math.NaN())
	}
	c.numbers = append(c.numbers, v)
}

// handOver gives all cells to the source.
func (t *table) handOver(ctx context.Context, to format.Cells) error {
	to.Name(t.names, true)
	if err := to.Grow(t.rows); err != nil {
		return err
	}
	for at, c := range t.cells {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for row, v := range c.numbers {
			to.Number(row, at, v)
		}
		for _, x := range c.texts {
			to.Set(x.row, at, x.cell)
		}
	}
	return nil
}

// fault explains what is no JSON.
func (t *table) fault(err error) error {
	var ours *engine.Error
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &ours):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return t.refuse(fmt.Sprintf("the JSON ends within row %d", max(1, t.rows)), "take the whole file")
	case errors.As(err, &syntax):
		return t.refuse(fmt.Sprintf("the JSON cannot be read behind row %d: %v", t.rows, err), "mend the file")
	}
	return err // of the file
}

func (t *table) refuse(cause, advice string) error {
	return &engine.Error{Param: "path", Cause: cause, Remedy: remedy.Say("%s", advice)}
}
