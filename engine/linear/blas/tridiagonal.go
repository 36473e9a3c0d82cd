//go:build !noopenblas && (linux || darwin) && (amd64 || arm64)

package blas

import (
	"unsafe"

	"github.com/ebitengine/purego"
)

// The routines of LAPACK by which the largest eigenpairs of a symmetric matrix
// are found step by step. Here the triangle is always our upper one, which is
// Fortran's lower, and what Fortran has in columns we have in rows.

// latrd makes the first size rows of the n×n matrix tridiagonal by reflections.
// Their vectors, with the leading one written out, replace the rows; w, whose
// rows have n numbers, gets what the rest of the matrix is to be amended by.
func (f *fortran[T]) latrd(n, size int, a []T, lda int, e, tau, w []T) {
	s := f.acquire()
	defer f.release(s)
	s.flag[0] = 'L'
	s.n, s.k, s.lda, s.ldb = int32(n), int32(size), int32(lda), int32(n)
	purego.SyscallN(f.latrdAt, uintptr(unsafe.Pointer(&s.flag[0])),
		uintptr(unsafe.Pointer(&s.n)), uintptr(unsafe.Pointer(&s.k)),
		uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.lda)),
		uintptr(unsafe.Pointer(&e[0])), uintptr(unsafe.Pointer(&tau[0])),
		uintptr(unsafe.Pointer(&w[0])), uintptr(unsafe.Pointer(&s.ldb)), 1)
}

// sytrd makes a whole matrix tridiagonal, with diagonal d and e beside it.
func (f *fortran[T]) sytrd(n int, a []T, lda int, d, e, tau []T) (info int) {
	s := f.acquire()
	defer f.release(s)
	work := make([]T, 64*n)
	s.flag[0] = 'L'
	s.n, s.lda, s.k, s.info = int32(n), int32(lda), int32(len(work)), 0
	purego.SyscallN(f.sytrdAt, uintptr(unsafe.Pointer(&s.flag[0])),
		uintptr(unsafe.Pointer(&s.n)), uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.lda)),
		uintptr(unsafe.Pointer(&d[0])), uintptr(unsafe.Pointer(&e[0])), uintptr(unsafe.Pointer(&tau[0])),
		uintptr(unsafe.Pointer(&work[0])), uintptr(unsafe.Pointer(&s.k)), uintptr(unsafe.Pointer(&s.info)), 1)
	return int(s.info)
}

// stemr finds the largest count eigenpairs of a tridiagonal matrix, rising: the
// values go to w, which has room for n, the vectors to the rows of z. It
// destroys d and e, both of n numbers.
func (f *fortran[T]) stemr(n, count int, d, e, w, z []T) (info int) {
	s := f.acquire()
	defer f.release(s)
	work, iwork, support := make([]T, 18*n), make([]int32, 10*n), make([]int32, 2*count)
	s.flag = [4]byte{'V', 'I'}
	s.n, s.m, s.k, s.info = int32(n), int32(n-count+1), int32(n), 0
	s.lda, s.ldb, s.ldc = int32(n), int32(len(work)), int32(len(iwork))
	sizes := &[3]int32{0, int32(count), 1} // found, columns of z, try for high relative accuracy
	purego.SyscallN(f.stemrAt, uintptr(unsafe.Pointer(&s.flag[0])), uintptr(unsafe.Pointer(&s.flag[1])),
		uintptr(unsafe.Pointer(&s.n)), uintptr(unsafe.Pointer(&d[0])), uintptr(unsafe.Pointer(&e[0])),
		uintptr(unsafe.Pointer(&s.alpha)), uintptr(unsafe.Pointer(&s.beta)),
		uintptr(unsafe.Pointer(&s.m)), uintptr(unsafe.Pointer(&s.k)),
		uintptr(unsafe.Pointer(&sizes[0])), uintptr(unsafe.Pointer(&w[0])),
		uintptr(unsafe.Pointer(&z[0])), uintptr(unsafe.Pointer(&s.lda)), uintptr(unsafe.Pointer(&sizes[1])),
		uintptr(unsafe.Pointer(&support[0])), uintptr(unsafe.Pointer(&sizes[2])),
		uintptr(unsafe.Pointer(&work[0])), uintptr(unsafe.Pointer(&s.ldb)),
		uintptr(unsafe.Pointer(&iwork[0])), uintptr(unsafe.Pointer(&s.ldc)),
		uintptr(unsafe.Pointer(&s.info)), 1, 1)
	if s.info == 0 && int(sizes[0]) != count {
		return n + 1
	}
	return int(s.info)
}

// ormtr takes rows of z, vectors in the basis in which the matrix is
// tridiagonal, back to the matrix's own.
func (f *fortran[T]) ormtr(n, rows int, a []T, lda int, tau, z []T) (info int) {
	s := f.acquire()
	defer f.release(s)
	work := make([]T, 64*max(rows, 64)+64*65)
	s.flag = [4]byte{'L', 'L', 'N'}
	s.m, s.n, s.lda, s.ldb, s.k, s.info = int32(n), int32(rows), int32(lda), int32(n), int32(len(work)), 0
	purego.SyscallN(f.ormtrAt, uintptr(unsafe.Pointer(&s.flag[0])), uintptr(unsafe.Pointer(&s.flag[1])), uintptr(unsafe.Pointer(&s.flag[2])),
		uintptr(unsafe.Pointer(&s.m)), uintptr(unsafe.Pointer(&s.n)),
		uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.lda)), uintptr(unsafe.Pointer(&tau[0])),
		uintptr(unsafe.Pointer(&z[0])), uintptr(unsafe.Pointer(&s.ldb)),
		uintptr(unsafe.Pointer(&work[0])), uintptr(unsafe.Pointer(&s.k)), uintptr(unsafe.Pointer(&s.info)), 1, 1, 1)
	return int(s.info)
}
