#!/usr/bin/env python3
"""Prints the least and the greatest R² to the true coordinates of principal components
of folded and rolled sheets, over 200 draws of 1,000 rows each, by NumPy 1.24.2: the
bounds in ../recovery_test.go. Columns: affine and similar, least and greatest.

Run it: /usr/bin/python3 sheets.py
"""
import numpy as np


def vee(r, angle, n=1000):
    u, h, half = r.uniform(-1, 1, n), r.uniform(0, 1.2, n), np.radians(angle) / 2
    return np.c_[abs(u) * np.cos(half), u * np.sin(half), h], np.c_[u, h]


def roll(r, turns, height, n=1000):
    length = lambda t: (t * np.sqrt(1 + t * t) + np.arcsinh(t)) / 2
    first, last = 1.5 * np.pi, (1.5 + 2 * turns) * np.pi
    s, h = r.uniform(length(first), length(last), n), r.uniform(0, height, n)
    grid = np.linspace(first, last, 100_001)
    t = np.interp(s, length(grid), grid)
    return np.c_[t * np.cos(t), h, t * np.sin(t)], np.c_[s, h]


def recovered(x, t):
    x, t = x - x.mean(0), t - t.mean(0)
    y = x @ np.linalg.svd(x, full_matrices=False)[2][:2].T
    r2 = lambda reached: 1 - ((t - reached) ** 2).sum() / (t**2).sum()
    u, s, v = np.linalg.svd(y.T @ t)
    return r2(y @ np.linalg.lstsq(y, t, rcond=None)[0]), r2(s.sum() / (y**2).sum() * y @ u @ v)


for name, draw in {
    "V of 40": lambda r: vee(r, 40), "V of 60": lambda r: vee(r, 60), "V of 90": lambda r: vee(r, 90),
    "roll of height 21": lambda r: roll(r, 1.5, 21),
}.items():
    all = np.array([recovered(*draw(np.random.default_rng(seed))) for seed in range(200)])
    print(name, all.min(0).round(4), all.max(0).round(4))
