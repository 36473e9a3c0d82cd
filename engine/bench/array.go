package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Arrays pass between the sides as NumPy's files, version 1.0, of float64 in
// rows: what both can read without any library of their own.

// npyMagic is how such a file begins, the length of the header left out.
const npyMagic = "\x93NUMPY\x01\x00"

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
	rows, columns, err := readShape(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	data, cell := make([]float64, rows*columns), make([]byte, 8)
	for i := range data {
		if _, err := io.ReadFull(in, cell); err != nil {
			return nil, fmt.Errorf("%s: it ends after %d of %d numbers", path, i, len(data))
		}
		data[i] = math.Float64frombits(binary.LittleEndian.Uint64(cell))
	}
	return mat.NewDense(rows, columns, data), nil
}

// errShape is the error of a file that holds no matrix of float64 in rows.
var errShape = errors.New("it is not a matrix of float64 in rows, as NumPy saves it")

func readShape(in io.Reader) (rows, columns int, err error) {
	var start struct {
		Magic  [len(npyMagic)]byte
		Length uint16
	}
	if err := binary.Read(in, binary.LittleEndian, &start); err != nil || string(start.Magic[:]) != npyMagic {
		return 0, 0, errShape
	}
	header := make([]byte, start.Length)
	if _, err := io.ReadFull(in, header); err != nil {
		return 0, 0, errShape
	}
	text := string(header)
	_, shape, found := strings.Cut(text, "'shape': (")
	if !found || !strings.Contains(text, "'<f8'") || !strings.Contains(text, "'fortran_order': False") {
		return 0, 0, errShape
	}
	if n, err := fmt.Sscanf(shape, "%d, %d)", &rows, &columns); n != 2 || err != nil || rows < 1 || columns < 1 {
		return 0, 0, errShape
	}
	return rows, columns, nil
}
