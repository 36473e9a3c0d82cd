#!/usr/bin/env python3
"""Writes projections.json: supervised and kernel projections by scikit-learn
(1.2.1), and by NumPy (1.24) where that has none.

Run it in this folder: /usr/bin/python3 projections.py > projections.json
"""
import json
import sys

import numpy as np
from sklearn.cross_decomposition import PLSRegression
from sklearn.datasets import load_iris
from sklearn.decomposition import KernelPCA

iris = load_iris()
x = iris.data
onehot = np.eye(3)[iris.target]
r = np.random.default_rng(7)
u = np.round(r.uniform(size=(60, 5)), 6)
y = np.round(np.sin(3 * u[:, 0]) * u[:, 1] + u[:, 2] ** 2 + 0.1 * r.normal(size=60), 6)
probe = np.round(r.uniform(size=(7, 5)), 6)
bad = u * [1, 1e3, 1e-3, 10, 0.1]  # badly scaled columns
repeated = np.r_[u[:30], u[:30]]  # every row twice


def pls(x, y, dim, fresh=None):
    # tol and max_iter far below 1e-8: the power iterations have converged.
    m = PLSRegression(dim, scale=False, tol=1e-30, max_iter=100000).fit(x, y)
    found = {"scores": m.x_scores_.tolist(), "rotations": m.x_rotations_.tolist()}
    if fresh is not None:
        found["probe"] = m.transform(fresh).tolist()
    return found


def kpls(x, y, fresh, sigma, dim):
    """The iterations of Rosipal and Trejo 2001, with the matrix deflated."""
    k, other = (np.exp(-((a[:, None] - x) ** 2).sum(2) / (2 * sigma**2)) for a in (x, fresh))
    n = len(x)
    off = np.eye(n) - 1 / n
    first = rest = off @ k @ off
    y = y - y.mean(0)
    ts, us = [], []
    for _ in range(dim):
        u = y[:, [np.argmax((y * y).sum(0))]]
        for _ in range(5000):
            t = rest @ u
            t /= np.linalg.norm(t)
            u = y @ (y.T @ t)
            u /= np.linalg.norm(u)
        away = np.eye(n) - t @ t.T
        rest, y = away @ rest @ away, y - t @ (t.T @ y)
        ts.append(t)
        us.append(u)
    t, u = np.hstack(ts), np.hstack(us)
    centred = other - other.mean(1, keepdims=True) - k.mean(0) + k.mean()
    return {"scores": t.tolist(), "probe": (centred @ u @ np.linalg.inv(t.T @ first @ u)).tolist()}


def kpca(kernel, sigma, dim, **more):
    m = KernelPCA(dim, kernel=kernel, gamma=sigma, eigen_solver="dense", **more).fit(u)
    return {"values": m.eigenvalues_.tolist(), "scores": m.transform(u).tolist(), "probe": m.transform(probe).tolist()}


json.dump(
    {
        "u": u.tolist(),
        "y": y.tolist(),
        "probe": probe.tolist(),
        "bad": bad.tolist(),
        "repeated": repeated.tolist(),
        "pls iris 3": pls(x, onehot, 3),
        "pls u 4": pls(u, y, 4, probe),
        "pls bad 2": pls(bad, y, 2),
        "pls repeated 3": pls(repeated, np.r_[y[:30], y[30:]], 3),
        "classes": (np.arange(60) % 3).tolist(),
        "pls classes 2": pls(u, np.eye(3)[np.arange(60) % 3], 2, probe),
        "kpls u 3": kpls(u, y[:, None], probe, 0.8, 3),
        "kpls classes 3": kpls(u, np.eye(3)[np.arange(60) % 3], probe, 0.8, 3),
        # gamma = 1/(2 sigma^2) with sigma 0.8; poly: gamma = 1/sigma^2 with sigma 2
        "kpca rbf 0.8 4": kpca("rbf", 1 / (2 * 0.8**2), 4),
        "kpca poly 2 3": kpca("poly", 1 / 4, 3, degree=2, coef0=1),
    },
    sys.stdout,
)
