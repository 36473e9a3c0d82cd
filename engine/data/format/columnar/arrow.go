package columnar

import (
	"context"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"unfold/engine/data/format"
)

// openArrow reads the footer of a file.
func openArrow(from format.File) (*ipc.FileReader, error) {
	if err := checkLengths(from); err != nil {
		return nil, err
	}
	return ipc.NewFileReader(io.NewSectionReader(from, 0, from.Size), ipc.WithAllocator(limited{memory.NewGoAllocator(), from.Most}), ipc.WithBodySizeLimit(from.Size), ipc.WithMetadataSizeLimit(from.Size))
}

// chooseArrow finds the columns that can be read.
func chooseArrow(schema *arrow.Schema) chosen {
	fields := schema.Fields()
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return choose(names, func(at int) bool { return readable(fields[at].Type) })
}

func arrowHeadings(from format.File) ([]string, error) {
	in, err := openArrow(from)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return chooseArrow(in.Schema()).names, nil
}

// readArrow hands over the cells of a file, batch by batch.
func readArrow(ctx context.Context, from format.File, to format.Cells) error {
	in, err := openArrow(from)
	if err != nil {
		return err
	}
	defer in.Close()
	c := chooseArrow(in.Schema())
	columns, err := c.begin(ctx, to)
	if err != nil {
		return err
	}
	for i, at := range c.at {
		if in.Schema().Field(at).Type.ID() == arrow.DICTIONARY {
			to.Categorical(i)
		}
	}
	for i := range in.NumRecords() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		batch, err := in.RecordBatchAt(i)
		if err != nil {
			return err
		}
		if err := to.Grow(int(batch.NumRows())); err != nil {
			return err
		}
		for i, at := range c.at {
			columns[i].fill(batch.Column(at))
		}
		batch.Release()
	}
	tellMoments(columns)
	return nil
}

// A limited allocator refuses what a file asks for beyond a limit.
type limited struct {
	memory.Allocator
	most int64
}

// Allocate makes room for so many bytes.
func (l limited) Allocate(size int) []byte {
	l.check(size)
	return l.Allocator.Allocate(size)
}

// Reallocate makes more room.
func (l limited) Reallocate(size int, b []byte) []byte {
	l.check(size)
	return l.Allocator.Reallocate(size, b)
}

// check panics, as allocators do; load makes an error of it.
func (l limited) check(size int) {
	if int64(size) > l.most || size < 0 {
		panic(fmt.Sprintf("it has a part of %d bytes", size))
	}
}
