//go:build !noopenblas && (linux || darwin) && (amd64 || arm64)

package blas

import (
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
	"gonum.org/v1/gonum/blas"
)

// fortran calls a library's routines for numbers of one type. Fortran's
// matrices lie by columns, so each of ours is the transpose of what it sees: a
// product swaps its factors, a triangle and a side change to the other, a flag
// of transposition turns over.
//
// Every argument is passed by its address, so the scalars of a call live in
// one pooled block; the trailing ones are the lengths of the flags, which
// Fortran compilers add. The addresses must be taken inside the call: SyscallN
// keeps alive what is converted there, and nothing else.
type fortran[T Float] struct {
	gemmAt, syrkAt, trsmAt, trmmAt, gemvAt, symvAt, syevdAt uintptr
	latrdAt, sytrdAt, stemrAt, ormtrAt                      uintptr

	slots chan struct{} // one for each call that may be inside; both types share it
	pool  sync.Pool     // of *scalars[T]
}

type scalars[T Float] struct {
	flag        [4]byte
	m, n, k     int32
	lda, ldb    int32
	ldc, info   int32
	alpha, beta T
}

// symbols are where the addresses of routines go, by their names without the
// type's letter.
func (f *fortran[T]) symbols() map[string]*uintptr {
	return map[string]*uintptr{
		"gemm_": &f.gemmAt, "syrk_": &f.syrkAt, "trsm_": &f.trsmAt, "trmm_": &f.trmmAt,
		"gemv_": &f.gemvAt, "symv_": &f.symvAt, "syevd_": &f.syevdAt,
		"latrd_": &f.latrdAt, "sytrd_": &f.sytrdAt, "stemr_": &f.stemrAt, "ormtr_": &f.ormtrAt,
	}
}

func (f *fortran[T]) kernels() kernels[T] {
	return kernels[T]{
		gemm: f.gemm, syrk: f.syrk, trsm: f.trsm, trmm: f.trmm, gemv: f.gemv, symv: f.symv, syevd: f.syevd,
		tridiagonal: &tridiagonal[T]{f.latrd, f.sytrd, f.stemr, f.ormtr},
		tile:        512, depth: 2048,
	}
}

// acquire waits until the library takes another call, and returns its scalars.
func (f *fortran[T]) acquire() *scalars[T] {
	f.slots <- struct{}{}
	if s, ok := f.pool.Get().(*scalars[T]); ok {
		return s
	}
	return new(scalars[T])
}

func (f *fortran[T]) release(s *scalars[T]) {
	f.pool.Put(s)
	<-f.slots
}

func (f *fortran[T]) gemm(ta, tb blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	s := f.acquire()
	defer f.release(s)
	s.flag[0], s.flag[1] = transposeLetter(tb), transposeLetter(ta)
	s.m, s.n, s.k, s.lda, s.ldb, s.ldc = int32(n), int32(m), int32(k), int32(ldb), int32(lda), int32(ldc)
	s.alpha, s.beta = alpha, beta
	purego.SyscallN(f.gemmAt,
		uintptr(unsafe.Pointer(&s.flag[0])), uintptr(unsafe.Pointer(&s.flag[1])),
		uintptr(unsafe.Pointer(&s.m)), uintptr(unsafe.Pointer(&s.n)), uintptr(unsafe.Pointer(&s.k)),
		uintptr(unsafe.Pointer(&s.alpha)), uintptr(unsafe.Pointer(&b[0])), uintptr(unsafe.Pointer(&s.lda)),
		uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.ldb)),
		uintptr(unsafe.Pointer(&s.beta)), uintptr(unsafe.Pointer(&c[0])), uintptr(unsafe.Pointer(&s.ldc)), 1, 1)
}

func (f *fortran[T]) syrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha T, a []T, lda int, beta T, c []T, ldc int) {
	s := f.acquire()
	defer f.release(s)
	s.flag[0], s.flag[1] = otherTriangleLetter(ul), transposeLetter(otherTranspose(t))
	s.n, s.k, s.lda, s.ldc = int32(n), int32(k), int32(lda), int32(ldc)
	s.alpha, s.beta = alpha, beta
	purego.SyscallN(f.syrkAt,
		uintptr(unsafe.Pointer(&s.flag[0])), uintptr(unsafe.Pointer(&s.flag[1])),
		uintptr(unsafe.Pointer(&s.n)), uintptr(unsafe.Pointer(&s.k)),
		uintptr(unsafe.Pointer(&s.alpha)), uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.lda)),
		uintptr(unsafe.Pointer(&s.beta)), uintptr(unsafe.Pointer(&c[0])), uintptr(unsafe.Pointer(&s.ldc)), 1, 1)
}

func (f *fortran[T]) trsm(side blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int) {
	f.triangular(f.trsmAt, side, ul, t, d, m, n, alpha, a, lda, b, ldb)
}

func (f *fortran[T]) trmm(side blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int) {
	f.triangular(f.trmmAt, side, ul, t, d, m, n, alpha, a, lda, b, ldb)
}

// triangular calls trsm or trmm, whose arguments are the same.
func (f *fortran[T]) triangular(routine uintptr, side blas.Side, ul blas.Uplo, t blas.Transpose, d blas.Diag, m, n int, alpha T, a []T, lda int, b []T, ldb int) {
	s := f.acquire()
	defer f.release(s)
	s.flag = [4]byte{otherSideLetter(side), otherTriangleLetter(ul), transposeLetter(t), byte(d)}
	s.m, s.n, s.lda, s.ldb, s.alpha = int32(n), int32(m), int32(lda), int32(ldb), alpha
	purego.SyscallN(routine,
		uintptr(unsafe.Pointer(&s.flag[0])), uintptr(unsafe.Pointer(&s.flag[1])),
		uintptr(unsafe.Pointer(&s.flag[2])), uintptr(unsafe.Pointer(&s.flag[3])),
		uintptr(unsafe.Pointer(&s.m)), uintptr(unsafe.Pointer(&s.n)),
		uintptr(unsafe.Pointer(&s.alpha)), uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.lda)),
		uintptr(unsafe.Pointer(&b[0])), uintptr(unsafe.Pointer(&s.ldb)), 1, 1, 1, 1)
}

func (f *fortran[T]) gemv(t blas.Transpose, m, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) {
	s := f.acquire()
	defer f.release(s)
	s.flag[0] = transposeLetter(otherTranspose(t))
	s.m, s.n, s.lda, s.ldb, s.ldc = int32(n), int32(m), int32(lda), int32(incX), int32(incY)
	s.alpha, s.beta = alpha, beta
	purego.SyscallN(f.gemvAt, uintptr(unsafe.Pointer(&s.flag[0])),
		uintptr(unsafe.Pointer(&s.m)), uintptr(unsafe.Pointer(&s.n)),
		uintptr(unsafe.Pointer(&s.alpha)), uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.lda)),
		uintptr(unsafe.Pointer(&x[0])), uintptr(unsafe.Pointer(&s.ldb)),
		uintptr(unsafe.Pointer(&s.beta)), uintptr(unsafe.Pointer(&y[0])), uintptr(unsafe.Pointer(&s.ldc)), 1)
}

func (f *fortran[T]) symv(ul blas.Uplo, n int, alpha T, a []T, lda int, x []T, incX int, beta T, y []T, incY int) {
	s := f.acquire()
	defer f.release(s)
	s.flag[0] = otherTriangleLetter(ul)
	s.n, s.lda, s.ldb, s.ldc = int32(n), int32(lda), int32(incX), int32(incY)
	s.alpha, s.beta = alpha, beta
	purego.SyscallN(f.symvAt, uintptr(unsafe.Pointer(&s.flag[0])), uintptr(unsafe.Pointer(&s.n)),
		uintptr(unsafe.Pointer(&s.alpha)), uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.lda)),
		uintptr(unsafe.Pointer(&x[0])), uintptr(unsafe.Pointer(&s.ldb)),
		uintptr(unsafe.Pointer(&s.beta)), uintptr(unsafe.Pointer(&y[0])), uintptr(unsafe.Pointer(&s.ldc)), 1)
}

// syevd leaves the eigenvalues in w, rising, and with job 'V' the eigenvectors
// in the rows of a. It returns LAPACK's info: zero on success.
func (f *fortran[T]) syevd(job byte, ul blas.Uplo, n int, a []T, lda int, w []T) int {
	s := f.acquire()
	defer f.release(s)
	s.flag[0], s.flag[1] = job, otherTriangleLetter(ul)
	s.n, s.lda = int32(n), int32(lda)
	call := func(work []T, lwork int, iwork []int32, liwork int) int {
		s.ldb, s.ldc, s.info = int32(lwork), int32(liwork), 0
		purego.SyscallN(f.syevdAt,
			uintptr(unsafe.Pointer(&s.flag[0])), uintptr(unsafe.Pointer(&s.flag[1])), uintptr(unsafe.Pointer(&s.n)),
			uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&s.lda)), uintptr(unsafe.Pointer(&w[0])),
			uintptr(unsafe.Pointer(&work[0])), uintptr(unsafe.Pointer(&s.ldb)),
			uintptr(unsafe.Pointer(&iwork[0])), uintptr(unsafe.Pointer(&s.ldc)), uintptr(unsafe.Pointer(&s.info)), 1, 1)
		return int(s.info)
	}
	work, iwork := make([]T, 1), make([]int32, 1)
	if info := call(work, -1, iwork, -1); info != 0 { // asks for the sizes
		return info
	}
	lwork, liwork := int(work[0]), int(iwork[0])
	return call(make([]T, lwork), lwork, make([]int32, liwork), liwork)
}
