package columnar

import (
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/parquet-go/parquet-go"

	"unfold/engine/data/format"
)

// openParquet reads the footer of a file.
func openParquet(from format.File) (*parquet.File, error) {
	return parquet.OpenFile(io.NewSectionReader(from, 0, from.Size), from.Size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
}

// chooseParquet finds the columns that can be read.
func chooseParquet(in *parquet.File) chosen {
	columns := in.Root().Columns()
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name()
	}
	return choose(names, func(at int) bool {
		c := columns[at]
		return c.Leaf() && !c.Repeated() && new(column).reader(c.Type()) != nil
	})
}

func parquetHeadings(from format.File) ([]string, error) {
	in, err := openParquet(from)
	if err != nil {
		return nil, err
	}
	return chooseParquet(in).names, nil
}

// readParquet hands over the cells of a file, column by column.
func readParquet(ctx context.Context, from format.File, to format.Cells) error {
	in, err := openParquet(from)
	if err != nil {
		return err
	}
	c := chooseParquet(in)
	columns, err := c.begin(ctx, to)
	if err != nil {
		return err
	}
	rows := in.NumRows()
	if rows < 0 || rows > from.Most {
		rows = from.Most // more cells than may be held
	}
	if err := to.Grow(int(rows)); err != nil {
		return err
	}
	categorical := categoricals(in)
	for i := range columns {
		if categorical[columns[i].name] {
			to.Categorical(i)
		}
		if err := columns[i].readPages(ctx, in.Root().Columns()[c.at[i]], int(rows)); err != nil {
			return err
		}
	}
	tellMoments(columns)
	return nil
}

// readPages hands over the cells of a column of so many rows.
func (c *column) readPages(ctx context.Context, from *parquet.Column, rows int) error {
	pages := from.Pages()
	defer pages.Close()
	set := c.reader(from.Type())
	for c.row < rows {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		page, err := pages.ReadPage()
		if err != nil {
			return ended(err)
		}
		if err := c.readPage(page, set, rows); err != nil {
			return err
		}
		parquet.Release(page)
	}
	return nil
}

// readPage hands over the cells of a page.
func (c *column) readPage(page parquet.Page, set func(row int, v parquet.Value), rows int) error {
	var some [1024]parquet.Value
	for values := page.Values(); ; {
		n, err := values.ReadValues(some[:])
		if n > rows-c.row {
			return errors.New("a column has more cells than the file has rows")
		}
		for _, v := range some[:n] {
			if !v.IsNull() {
				set(c.row, v)
			}
			c.row++
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}

// ended is the error of a file that ends too early.
func ended(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// categoricals are the columns that pandas says were categorical: Parquet itself has no
// such type.
func categoricals(in *parquet.File) map[string]bool {
	text, _ := in.Lookup("pandas")
	var said struct {
		Columns []struct {
			Name  any    `json:"field_name"`
			Named any    `json:"name"`
			Type  string `json:"pandas_type"`
		} `json:"columns"`
	}
	if json.Unmarshal([]byte(text), &said) != nil {
		return nil // not of pandas
	}
	found := map[string]bool{}
	for _, c := range said.Columns {
		for _, name := range []any{c.Name, c.Named} {
			if name, ok := name.(string); ok && c.Type == "categorical" {
				found[name] = true
			}
		}
	}
	return found
}
