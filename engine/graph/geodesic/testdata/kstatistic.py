#!/usr/bin/env python3
"""Writes kstatistic.json: two spirals of 300 rows, and the K statistic of their
neighbourhood graphs, joined by their shortest bridges, by NumPy (1.24) and SciPy
(1.10.1): of all pairs, and of those of the rows whose label is known.

Run it in this folder: /usr/bin/python3 kstatistic.py > kstatistic.json
"""
import json
import sys

import numpy as np
from scipy.sparse.csgraph import connected_components, shortest_path
from scipy.spatial.distance import cdist

n, turns, noise = 300, 2, 0.3
r = np.random.default_rng(0)
t = 2 * np.pi * turns * np.sqrt(r.random(n))
labels = np.repeat([0, 1], n // 2)
side = np.where(labels == 0, 1, -1)
x = np.c_[side * t * np.cos(t), side * t * np.sin(t)]
x += noise * r.standard_normal(x.shape)
partly = np.where(r.random(n) < 0.2, labels, -1)


def graph(k):
    d = cdist(x, x)
    w = np.full((n, n), np.inf)
    near = np.argsort(d + np.diag(np.full(n, np.inf)), 1, kind="stable")[:, :k]
    for i in range(n):
        w[i, near[i]] = w[near[i], i] = d[i, near[i]]
    count, of = connected_components(np.isfinite(w))
    first, part = count, of
    while count > 1:
        between = np.where(of[:, None] != of, d, np.inf)
        i, j = np.unravel_index(np.argmin(between), between.shape)
        w[i, j] = w[j, i] = d[i, j]
        count, of = connected_components(np.isfinite(w))
    return first, part, shortest_path(np.where(np.isfinite(w), w, 0), method="D")


def statistic(g, y):
    known = np.flatnonzero(y >= 0)
    u = np.triu_indices(len(known), 1)
    eta = 1 / (1 + g[np.ix_(known, known)][u])
    same = (y[known][:, None] == y[known])[u]
    return (eta[same].sum() - eta[~same].sum()) / eta.sum()


def coverage(part, y):
    known = np.flatnonzero(y >= 0)
    u = np.triu_indices(len(known), 1)
    same = (y[known][:, None] == y[known])[u]
    return ((part[known][:, None] == part[known])[u] & same).sum() / same.sum()


ks = list(range(2, 31))
found = {"x": x.tolist(), "labels": labels.tolist(), "partly": partly.tolist(), "k": ks}
found |= {"T": [], "T_partly": [], "components": [], "coverage": []}
for k in ks:
    count, part, g = graph(k)
    found["T"].append(statistic(g, labels))
    found["T_partly"].append(statistic(g, partly))
    found["components"].append(int(count))
    found["coverage"].append(coverage(part, labels))
json.dump(found, sys.stdout)
print()
