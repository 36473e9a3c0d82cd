"""Writes reference.json: rows of three surfaces, and where scikit-learn's methods that look at
neighbourhoods alone place them; diffusion maps by dense NumPy and SciPy.

Written with Python 3.11, scikit-learn 1.2.1, NumPy 1.24 and SciPy 1.10: python3 reference.py"""

import json

import numpy as np
import scipy.linalg
import sklearn.manifold._locally_linear as sources
from scipy.linalg import eigh
from scipy.spatial.distance import cdist
from sklearn.manifold import LocallyLinearEmbedding, SpectralEmbedding

n, k = 260, 10
r = np.random.default_rng(7)


def roll():
    t, h = np.sqrt(r.uniform(20, 170, n)), r.uniform(0, 9, n)
    return np.c_[t * np.cos(t), h, t * np.sin(t)]


def scurve():
    t, h = r.uniform(-4.5, 4.5, n), r.uniform(0, 3, n)
    return np.c_[np.sin(t), h, np.sign(t) * (np.cos(t) - 1)]


def wide():  # more columns than neighbours
    u, v = r.uniform(0, 3, n), r.uniform(0, 1.8, n)
    return np.c_[[np.cos(0.6 * np.cos(j) * u + 0.6 * np.sin(j) * v + j * j) for j in range(14)]].T


def graph(d):
    """The union of k-nearest lists."""
    near = np.argsort(d, axis=1, kind="stable")[:, 1:k + 1]
    a = np.zeros((n, n), bool)
    a[np.repeat(np.arange(n), k), near.ravel()] = True
    return a | a.T


def heat(d):
    a = graph(d)
    return np.where(a, np.exp(-d**2 / np.mean(d[a] ** 2)), 0)


def diffusion(d, alpha, time, near=None):
    tenth = np.sort(d, axis=1)[:, 10]
    w = np.exp(-d**2 / np.median(tenth**2))
    if near is not None:
        a = np.zeros((n, n), bool)
        a[np.repeat(np.arange(n), near), np.argsort(d, axis=1, kind="stable")[:, 1:near + 1].ravel()] = True
        w = np.where(a | a.T | np.eye(n, dtype=bool), w, 0)
    q = w.sum(1)
    w = w / np.outer(q**alpha, q**alpha)
    degree = w.sum(1)
    values, vectors = eigh(w / np.sqrt(np.outer(degree, degree)))
    right = vectors / np.sqrt(degree / degree.sum())[:, None]
    return right[:, [-2, -3]] * values[[-2, -3]] ** time, values[[-2, -3]]


out = {}
for name, make in {"roll": roll, "scurve": scurve, "wide": wide}.items():
    x = np.round(make(), 6)
    d = cdist(x, x)
    out[name] = x.tolist()
    for form in ("standard", "modified", "ltsa", "hessian"):
        m = LocallyLinearEmbedding(n_neighbors=k, n_components=2, method=form, eigen_solver="dense")
        if form == "hessian":
            # As it stands it takes all columns of the full Q behind the tangent space,
            # those without a second derivative too, which makes it ltsa.
            out[f"{name} hessian by a full Q"] = m.fit_transform(x)
            sources.qr = lambda y: scipy.linalg.qr(y, mode="economic")
        out[f"{name} {form}"] = m.fit_transform(x)
    sources.qr = scipy.linalg.qr
    out[f"{name} eigenmaps"] = SpectralEmbedding(2, affinity="precomputed", eigen_solver="arpack", random_state=0).fit_transform(heat(d))
    out[f"{name} diffusion"], values = diffusion(d, 0.5, 2)
    out[f"{name} sparse diffusion"], sparse = diffusion(d, 1, 1, 40)
    out[f"{name} diffusion values"] = np.c_[values, sparse]
with open("reference.json", "w") as f:
    json.dump({key: np.round(v, 10).tolist() if isinstance(v, np.ndarray) else v for key, v in out.items()}, f)
