//go:build !noopenblas && (linux || darwin) && (amd64 || arm64)

package blas

import (
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// The routines below take their matrices by columns, as Fortran does. Every
// argument is passed by its address, so the scalars of a call live in one
// pooled block; the trailing ones are the lengths of the flags, which Fortran
// compilers add.
//
// The addresses must be taken inside the call: SyscallN keeps alive what is
// converted there, and nothing else.

type scalars struct {
	flag        [4]byte
	m, n, k     int32
	lda, ldb    int32
	ldc, info   int32
	alpha, beta float64
}

var pool = sync.Pool{New: func() any { return new(scalars) }}

func (lib *library) gemm(ta, tb byte, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	lib.enter()
	defer lib.leave()
	s := pool.Get().(*scalars)
	defer pool.Put(s)
	s.flag[0], s.flag[1] = ta, tb
	s.m, s.n, s.k, s.lda, s.ldb, s.ldc = int32(m), int32(n), int32(k), int32(lda), int32(ldb), int32(ldc)
	s.alpha, s.beta = alpha, beta
	purego.SyscallN(lib.dgemm,
		uintptr(unsafe.Pointer(&s.flag[0])), uintptr(unsafe.Pointer(&s.flag[1])),
		uintptr(unsafe.Pointer(&s.m)), uintptr(unsafe.Pointer(&s.n)), uintptr(unsafe.Pointer(&s.k)),
		uintptr(unsafe.Pointer(&s.alpha)), uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.lda)),
		uintptr(unsafe.Pointer(&b[0])), uintptr(unsafe.Pointer(&s.ldb)),
		uintptr(unsafe.Pointer(&s.beta)), uintptr(unsafe.Pointer(&c[0])), uintptr(unsafe.Pointer(&s.ldc)), 1, 1)
}

func (lib *library) syrk(uplo, trans byte, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	lib.enter()
	defer lib.leave()
	s := pool.Get().(*scalars)
	defer pool.Put(s)
	s.flag[0], s.flag[1] = uplo, trans
	s.n, s.k, s.lda, s.ldc = int32(n), int32(k), int32(lda), int32(ldc)
	s.alpha, s.beta = alpha, beta
	purego.SyscallN(lib.dsyrk,
		uintptr(unsafe.Pointer(&s.flag[0])), uintptr(unsafe.Pointer(&s.flag[1])),
		uintptr(unsafe.Pointer(&s.n)), uintptr(unsafe.Pointer(&s.k)),
		uintptr(unsafe.Pointer(&s.alpha)), uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.lda)),
		uintptr(unsafe.Pointer(&s.beta)), uintptr(unsafe.Pointer(&c[0])), uintptr(unsafe.Pointer(&s.ldc)), 1, 1)
}

func (lib *library) trsm(side, uplo, trans, diag byte, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	lib.enter()
	defer lib.leave()
	s := pool.Get().(*scalars)
	defer pool.Put(s)
	s.flag = [4]byte{side, uplo, trans, diag}
	s.m, s.n, s.lda, s.ldb, s.alpha = int32(m), int32(n), int32(lda), int32(ldb), alpha
	purego.SyscallN(lib.dtrsm,
		uintptr(unsafe.Pointer(&s.flag[0])), uintptr(unsafe.Pointer(&s.flag[1])),
		uintptr(unsafe.Pointer(&s.flag[2])), uintptr(unsafe.Pointer(&s.flag[3])),
		uintptr(unsafe.Pointer(&s.m)), uintptr(unsafe.Pointer(&s.n)),
		uintptr(unsafe.Pointer(&s.alpha)), uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.lda)),
		uintptr(unsafe.Pointer(&b[0])), uintptr(unsafe.Pointer(&s.ldb)), 1, 1, 1, 1)
}

func (lib *library) gemv(trans byte, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	lib.enter()
	defer lib.leave()
	s := pool.Get().(*scalars)
	defer pool.Put(s)
	s.flag[0] = trans
	s.m, s.n, s.lda, s.ldb, s.ldc = int32(m), int32(n), int32(lda), int32(incX), int32(incY)
	s.alpha, s.beta = alpha, beta
	purego.SyscallN(lib.dgemv, uintptr(unsafe.Pointer(&s.flag[0])),
		uintptr(unsafe.Pointer(&s.m)), uintptr(unsafe.Pointer(&s.n)),
		uintptr(unsafe.Pointer(&s.alpha)), uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.lda)),
		uintptr(unsafe.Pointer(&x[0])), uintptr(unsafe.Pointer(&s.ldb)),
		uintptr(unsafe.Pointer(&s.beta)), uintptr(unsafe.Pointer(&y[0])), uintptr(unsafe.Pointer(&s.ldc)), 1)
}

func (lib *library) symv(uplo byte, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	lib.enter()
	defer lib.leave()
	s := pool.Get().(*scalars)
	defer pool.Put(s)
	s.flag[0] = uplo
	s.n, s.lda, s.ldb, s.ldc = int32(n), int32(lda), int32(incX), int32(incY)
	s.alpha, s.beta = alpha, beta
	purego.SyscallN(lib.dsymv, uintptr(unsafe.Pointer(&s.flag[0])), uintptr(unsafe.Pointer(&s.n)),
		uintptr(unsafe.Pointer(&s.alpha)), uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.lda)),
		uintptr(unsafe.Pointer(&x[0])), uintptr(unsafe.Pointer(&s.ldb)),
		uintptr(unsafe.Pointer(&s.beta)), uintptr(unsafe.Pointer(&y[0])), uintptr(unsafe.Pointer(&s.ldc)), 1)
}

// syevd leaves the eigenvalues in w, rising, and with job 'V' the eigenvectors
// in the columns of a. It returns LAPACK's info: zero on success.
func (lib *library) syevd(job, uplo byte, n int, a []float64, lda int, w []float64) int {
	lib.enter()
	defer lib.leave()
	s := pool.Get().(*scalars)
	defer pool.Put(s)
	s.flag[0], s.flag[1] = job, uplo
	s.n, s.lda = int32(n), int32(lda)
	call := func(work []float64, lwork int, iwork []int32, liwork int) int {
		s.ldb, s.ldc, s.info = int32(lwork), int32(liwork), 0
		purego.SyscallN(lib.dsyevd,
			uintptr(unsafe.Pointer(&s.flag[0])), uintptr(unsafe.Pointer(&s.flag[1])), uintptr(unsafe.Pointer(&s.n)),
			uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.lda)), uintptr(unsafe.Pointer(&w[0])),
			uintptr(unsafe.Pointer(&work[0])), uintptr(unsafe.Pointer(&s.ldb)),
			uintptr(unsafe.Pointer(&iwork[0])), uintptr(unsafe.Pointer(&s.ldc)), uintptr(unsafe.Pointer(&s.info)), 1, 1)
		return int(s.info)
	}
	work, iwork := make([]float64, 1), make([]int32, 1)
	if info := call(work, -1, iwork, -1); info != 0 { // asks for the sizes
		return info
	}
	lwork, liwork := int(work[0]), int(iwork[0])
	return call(make([]float64, lwork), lwork, make([]int32, liwork), liwork)
}

func (lib *library) enter() { lib.slots <- struct{}{} }
func (lib *library) leave() { <-lib.slots }
