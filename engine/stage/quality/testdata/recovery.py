#!/usr/bin/env python3
"""Writes recovery.json: R² after Procrustes and after least squares, by NumPy and
SciPy, for embeddings of as many, more and fewer dimensions than coordinates. For
more, the coordinates get columns of zeros, for fewer the embedding does.

Run it in this folder: /usr/bin/python3 recovery.py > recovery.json
"""
import json
import sys

import numpy as np
import scipy
from scipy.linalg import orthogonal_procrustes


def pad(x, d):
    return np.hstack([x, np.zeros((len(x), d - x.shape[1]))])


def r2(t, reached):
    return 1 - ((t - reached) ** 2).sum() / ((t - t.mean(0)) ** 2).sum()


def similarity(y, t, pairs):
    d = max(y.shape[1], t.shape[1])
    y, t = pad(y, d), pad(t, d)
    my, mt = y.mean(0), t.mean(0)
    turn, total = orthogonal_procrustes(y - my, t - mt)
    scale = total / ((y - my) ** 2).sum()
    return [r2(pad(b, d), scale * (pad(a, d) - my) @ turn + mt) for a, b in pairs]


def affine(y, t, pairs):
    one = lambda a: np.hstack([a, np.ones((len(a), 1))])
    solution = np.linalg.lstsq(one(y), t, rcond=None)[0]
    return [r2(b, one(a) @ solution) for a, b in pairs]


r = np.random.default_rng(12)
cases = []
for q, p in ((2, 2), (3, 2), (1, 2), (2, 3)):
    t = np.round(r.normal(size=(40, p)) * np.arange(1, p + 1) + 3, 4)
    wide = np.round(pad(t, max(p, q))[:, :q] @ r.normal(size=(q, q)) + 0.3 * r.normal(size=(40, q)) - 7, 4)
    train, held = (wide[:25], t[:25]), (wide[25:], t[25:])
    pairs = (train, held)
    cases.append({"Y": wide.tolist(), "T": t.tolist(), "Similarity": similarity(*train, pairs), "Affine": affine(*train, pairs)})
json.dump({"NumPy": np.__version__, "SciPy": scipy.__version__, "Train": 25, "Cases": cases}, sys.stdout)
