"""Writes preserving.json: rows of two surfaces, and the directions of LPP and NPE by dense
generalised eigenproblems, with the weights of scikit-learn.

Written with Python 3.11, scikit-learn 1.2.1, NumPy 1.24 and SciPy 1.10: python3 preserving.py"""

import json

import numpy as np
from scipy.linalg import eigh
from scipy.spatial.distance import cdist
from sklearn.manifold._locally_linear import barycenter_kneighbors_graph

n, k = 120, 8
r = np.random.default_rng(11)


def heat(d):
    near = np.argsort(d, axis=1, kind="stable")[:, 1:k + 1]
    a = np.zeros((n, n), bool)
    a[np.repeat(np.arange(n), k), near.ravel()] = True
    a |= a.T
    return np.where(a, np.exp(-d**2 / np.mean(d[a] ** 2)), 0)


def ratio(a, b, x):
    """Directions w of least wᵀ Xᵀ a X w for wᵀ Xᵀ b X w."""
    return eigh(x.T @ a @ x, x.T @ b @ x)[1][:, :2]


def lpp(x, d):
    w = heat(d)
    degree = w.sum(1)
    return ratio(np.diag(degree) - w, np.diag(degree) - np.outer(degree, degree) / degree.sum(), x)


def npe(x):
    m = np.eye(n) - barycenter_kneighbors_graph(x, k, 1e-3).toarray()
    return ratio(m.T @ m, np.eye(n) - 1 / n, x)


out = {}
t, h = r.uniform(3, 12, n), r.uniform(0, 9, n)
s = r.uniform(-4.5, 4.5, n)
for name, x in {
    "roll": np.c_[t * np.cos(t), h, t * np.sin(t)],
    "scurve": np.c_[np.sin(s), h / 3, np.sign(s) * (np.cos(s) - 1), r.normal(size=n) / 5],
}.items():
    x = np.round(x, 6)
    out[name], out[name + " lpp"], out[name + " npe"] = x, lpp(x, cdist(x, x)), npe(x)
with open("preserving.json", "w") as f:
    json.dump({key: np.round(v, 12).tolist() for key, v in out.items()}, f)
