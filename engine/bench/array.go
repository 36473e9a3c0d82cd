package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"gonum.org/v1/gonum/mat"

	"unfold/engine/internal/npy"
)

// Arrays pass between the sides as NumPy's files, version 1.0, of float64 in
// rows: what both can read without any library of their own.

// npyMagic is how such a file begins, the length of the header left out.
const npyMagic = npy.Magic + "\x01\x00"

// writeArray writes a matrix to a file.
func writeArray(path string, a *mat.Dense) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	out := bufio.NewWriterSize(f, 1<<20)
	rows, columns := a.Dims()
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", rows, columns)
	header += strings.Repeat(" ", 63-(len(npyMagic)+2+len(header))%64) + "\n" // data begin at a multiple of 64
	out.WriteString(npyMagic)
	binary.Write(out, binary.LittleEndian, uint16(len(header)))
	out.WriteString(header)
	var cell [8]byte
	for i := range rows {
		for _, v := range a.RawRowView(i) {
			binary.LittleEndian.PutUint64(cell[:], math.Float64bits(v))
			out.Write(cell[:])
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// readArray reads a matrix that writeArray or a peer has written.
func readArray(path string) (*mat.Dense, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	h, err := npy.ReadHeader(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if h.ByColumn || h.Size != 8 || h.Rows < 1 || h.Columns < 1 {
		return nil, fmt.Errorf("%s: it is not a matrix of float64 in rows, as NumPy saves it", path)
	}
	data, cell := make([]float64, h.Rows*h.Columns), make([]byte, 8)
	for i := range data {
		if _, err := io.ReadFull(in, cell); err != nil {
			return nil, fmt.Errorf("%s: it ends after %d of %d numbers", path, i, len(data))
		}
		data[i] = h.Value(cell)
	}
	return mat.NewDense(h.Rows, h.Columns, data), nil
}
