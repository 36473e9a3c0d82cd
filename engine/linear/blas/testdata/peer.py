# What BenchmarkRoutines is compared with: the same routines by scipy's BLAS
# and LAPACK. Prints GFLOP/s of the fastest of some runs, and GFLOP per second
# of processor time. Sizes are the arguments.
#
#   OPENBLAS_NUM_THREADS=2 python3 engine/linear/blas/testdata/peer.py 500 2000
#
# An OpenBLAS older than the processor chooses slow code; OPENBLAS_CORETYPE
# (SkylakeX, Haswell) compares with what it could do.
import sys
import time

import numpy as np
from scipy.linalg import blas, lapack


def measure(name, operations, do, prepare=lambda: None):
    wall = used = 1e9
    for turn in range(6):
        prepare()
        begun, before = time.perf_counter(), time.process_time()
        do()
        if turn:  # the first is the warm-up
            wall = min(wall, time.perf_counter() - begun)
            used = min(used, max(1e-9, time.process_time() - before))
    print(f"{name:24} {operations / wall / 1e9:8.1f} GFLOP/s {operations / used / 1e9:8.1f} GFLOP/cpu-s")


for kind, letter in ((np.float64, "d"), (np.float32, "s")):
    for n in map(int, sys.argv[1:]):
        draw = np.random.default_rng(0)
        a = np.asfortranarray(draw.standard_normal((n, n)).astype(kind))
        c = np.zeros((n, n), kind, order="F")
        gemm, syrk, potrf, trtri = (getattr(m, letter + r) for m, r in ((blas, "gemm"), (blas, "syrk"), (lapack, "potrf"), (lapack, "trtri")))
        measure(f"{letter}gemm n={n}", 2 * n**3, lambda: gemm(1, a, a, 0, c, overwrite_c=1))
        measure(f"{letter}syrk n={n}", n**3, lambda: syrk(1, a, 0, c, overwrite_c=1))
        spd = np.asfortranarray(a @ a.T / n + np.eye(n, dtype=kind))
        measure(f"{letter}potrf n={n}", n**3 / 3, lambda: potrf(c, lower=1, overwrite_a=1, clean=0), lambda: np.copyto(c, spd))
        factor = np.asfortranarray(np.linalg.cholesky(spd))
        measure(f"{letter}trtri n={n}", n**3 / 3, lambda: trtri(c, lower=1, overwrite_c=1), lambda: np.copyto(c, factor))
        few, rows = draw.standard_normal((n, 16)).astype(kind), np.ascontiguousarray(a)
        measure(f"{letter}gemm {n}x{n}x16", 32 * n * n, lambda: rows @ few)
        measure(f"{letter}gemm 16x{n}x{n}", 32 * n * n, lambda: few.T @ rows)
