package columnar

import (
	"io"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"unfold/engine/data/format"
)

// writeArrow writes a table as one batch, not packed, so that it can be mapped.
func writeArrow(w io.Writer, t *format.Table) error {
	batch := batchOf(t)
	defer batch.Release()
	out, err := ipc.NewFileWriter(w, ipc.WithSchema(batch.Schema()))
	if err != nil {
		return err
	}
	if err := out.Write(batch); err != nil {
		return err
	}
	return out.Close()
}

// batchOf makes float64, int64 and text columns of those of a table. NaN and the empty
// text are null.
func batchOf(t *format.Table) arrow.RecordBatch {
	fields, columns := make([]arrow.Field, len(t.Columns)), make([]arrow.Array, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = arrayOf(c)
		defer columns[i].Release()
		fields[i] = arrow.Field{Name: c.Name, Type: columns[i].DataType(), Nullable: !c.Whole}
	}
	return array.NewRecordBatch(arrow.NewSchema(fields, nil), columns, int64(t.Len()))
}

func arrayOf(c format.Column) arrow.Array {
	mem := memory.NewGoAllocator()
	switch {
	case c.Texts != nil:
		b := array.NewStringBuilder(mem)
		b.AppendStringValues(c.Texts, present(c.Texts, func(s string) bool { return s != "" }))
		return b.NewArray()
	case c.Whole:
		wholes := make([]int64, len(c.Numbers))
		for i, v := range c.Numbers {
			wholes[i] = int64(v)
		}
		b := array.NewInt64Builder(mem)
		b.AppendValues(wholes, nil)
		return b.NewArray()
	}
	b := array.NewFloat64Builder(mem)
	b.AppendValues(c.Numbers, present(c.Numbers, func(v float64) bool { return !math.IsNaN(v) }))
	return b.NewArray()
}

// present tells which cells are there.
func present[T any](cells []T, is func(T) bool) []bool {
	there := make([]bool, len(cells))
	for i, v := range cells {
		there[i] = is(v)
	}
	return there
}
