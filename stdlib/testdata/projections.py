#!/usr/bin/env python3
"""Writes projections.json: how well projections do on parity and taijitu, by
NumPy 1.24, SciPy 1.10 and scikit-learn 1.2.1.

Rows are drawn and held here as the engine draws and holds them, from its
streams, so that scores can be compared setting by setting.

Run it in this folder: /usr/bin/python3 projections.py > projections.json
"""
import hashlib
import json
import math
import sys

import numpy as np
from scipy.optimize import minimize
from scipy.spatial.distance import cdist, pdist
from sklearn.cross_decomposition import PLSRegression
from sklearn.decomposition import PCA, KernelPCA
from sklearn.manifold import trustworthiness
from sklearn.neighbors import KNeighborsClassifier, kneighbors_graph


class Stream:
    """PCG-DXSM of 128 bits as Go's math/rand/v2 has it, seeded by SHA-256."""

    def __init__(self, seed, name):
        key = hashlib.sha256(seed.to_bytes(8, "little") + name.encode()).digest()
        self.state = int.from_bytes(key[:8], "little") << 64 | int.from_bytes(key[8:16], "little")
        self.spare = None

    def bits(self):
        step = 2549297995355413924 << 64 | 4865540595714422341
        self.state = (self.state * step + (6364136223846793005 << 64 | 1442695040888963407)) % 2**128
        hi, lo = self.state >> 64, self.state % 2**64
        hi ^= hi >> 32
        hi = hi * 0xDA942042E4DD58B5 % 2**64
        hi ^= hi >> 48
        return hi * (lo | 1) % 2**64

    def uniform(self):
        return (self.bits() >> 11) / 2**53

    def normal(self):
        if self.spare is not None:
            v, self.spare = self.spare, None
            return v
        while True:
            u, v = 2 * self.uniform() - 1, 2 * self.uniform() - 1
            r = u * u + v * v
            if 0 < r < 1:
                scale = math.sqrt(-2 * math.log(r) / r)
                self.spare = v * scale
                return u * scale

    def below(self, n):
        while True:
            product = self.bits() * n
            if product % 2**64 >= 2**64 % n:
                return product >> 64

    def shuffled(self, n):
        x = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.below(i + 1)
            x[i], x[j] = x[j], x[i]
        return x


def parity(seed, n=1000, d=5):
    s = Stream(seed, "parity")
    x, y = np.empty((n, d)), np.empty(n)
    for i in range(n):
        x[i] = [s.uniform() for _ in range(d)]
        y[i] = math.sin(2 * math.pi * x[i, 0]) * math.sin(2 * math.pi * x[i, 1]) + 0.1 * s.normal()
    return x, y


def taijitu(seed, noise, n=1000):
    s = Stream(seed, "taijitu")
    x, c = np.empty((n, 5)), np.empty(n, int)
    for i in range(n):
        while True:
            p = s.uniform(), s.uniform()
            if math.hypot(p[0] - 0.5, p[1] - 0.5) <= 0.5:
                break
        x[i] = *p, *(noise * s.normal() for _ in range(3))
        up, low = math.hypot(p[0] - 0.5, p[1] - 0.75), math.hypot(p[0] - 0.5, p[1] - 0.25)
        if min(up, low) <= 0.5 / 6:
            c[i] = low < up
        elif min(up, low) <= 0.25:
            c[i] = up < low
        else:
            c[i] = p[0] < 0.5
    return x, c


def parts(seed, n=1000):
    held = np.sort(Stream(seed, "holdout").shuffled(n)[:200])
    return np.setdiff1d(np.arange(n), held), held


def continuity(z, y):
    n = len(y)
    return np.mean([trustworthiness(y[:, None], z, n_neighbors=min(n * t // 10, (n - 1) // 2)) for t in range(1, 6)])


def spca(x, y, classes):
    if classes:
        product = x.T @ y @ y.T @ x
    else:
        sigma = np.median(pdist(y))
        h = np.eye(len(x)) - 1 / len(x)
        product = x.T @ h @ np.exp(-cdist(y, y, "sqeuclidean") / (2 * sigma**2)) @ h @ x
    w = np.linalg.eigh(product)[1][:, ::-1]
    if classes:  # of two classes one direction depends on them: the other is of largest variance
        rest = x - x @ w[:, :1] @ w[:, :1].T
        w = np.c_[w[:, :1], np.linalg.svd(rest, full_matrices=False)[2][0]]
    return w[:, :2]


def kpls(k, y, dim):
    n = len(k)
    h = np.eye(n) - 1 / n
    first = rest = h @ k @ h
    ts, us = [], []
    for _ in range(dim):
        u = y[:, [np.argmax((y * y).sum(0))]]
        for _ in range(500):
            t = rest @ u
            t /= np.linalg.norm(t)
            u = y @ (y.T @ t)
            u /= np.linalg.norm(u)
        off = np.eye(n) - t @ t.T
        rest, y = off @ rest @ off, y - t @ (t.T @ y)
        ts.append(t)
        us.append(u)
    t, u = np.hstack(ts), np.hstack(us)
    return u @ np.linalg.inv(t.T @ first @ u)


def kernels(x, fresh, width):
    gamma = 1 / (2 * (width * np.median(pdist(x))) ** 2)
    return gamma, np.exp(-gamma * cdist(x, x, "sqeuclidean")), np.exp(-gamma * cdist(fresh, x, "sqeuclidean"))


def entropies(x, perplexity):
    n = len(x)
    g = np.zeros((n, n))
    d = cdist(x, x, "sqeuclidean")
    for i in range(n):
        others = np.arange(n) != i
        away = d[i, others] - d[i, others].min()
        low, high = -40.0, 40.0
        for _ in range(100):
            middle = (low + high) / 2
            p = np.exp(-np.exp(middle) * away)
            total = p.sum()
            p /= total
            if np.log(total) + np.exp(middle) * (p @ away) > np.log(perplexity):
                low = middle
            else:
                high = middle
        g[i, others] = p
    return g


def nearest(x, k):
    return kneighbors_graph(x, k).toarray()


def student(x):
    d = cdist(x, x, "sqeuclidean")
    n = len(x)
    p = 1 / (1 + d / np.median(d[np.triu_indices(n, 1)]))
    np.fill_diagonal(p, 0)
    return p / p.sum(1, keepdims=True)


LOGS = {
    "gaussian": lambda d, e: (-d, -np.ones_like(d)),
    "heavytail": lambda d, e: (-np.log1p(d), -1 / (1 + d)),
    "linear": lambda d, e: (np.log(d + e), 1 / (d + e)),
}


def preserved(x, g, y, kind, dim=2, floor=1e-3):
    """The map of least (1/n) sum G (l(D) - l(Delta))^2 in white coordinates, from
    the principal directions; g goes in symmetric."""
    n = len(x)
    u, s, vt = np.linalg.svd(x, full_matrices=False)
    white = np.sqrt(n) * u
    delta = cdist(y, y, "sqeuclidean")
    delta /= delta.sum() / (n * (n - 1))
    wanted = LOGS[kind](delta, floor)[0]
    g = (g + g.T) / 2

    def cost(w):
        z = white @ w.reshape(-1, dim)
        l, slope = LOGS[kind](cdist(z, z, "sqeuclidean"), floor)
        t = g * (l - wanted)
        f = t * slope * 2 / n
        r = 2 * f
        grad = white.T @ (2 * (r.sum(1)[:, None] * z - r @ z))
        return (t * (l - wanted)).sum() / n, grad.ravel()

    start = 0.5 * np.eye(x.shape[1])[:, :dim]
    best = None
    for turn in range(3):  # from elsewhere too
        r = np.random.default_rng(turn)
        w = start if turn == 0 else 0.5 * r.normal(size=start.shape)
        found = minimize(cost, w.ravel(), jac=True, method="L-BFGS-B", options={"maxiter": 2000, "maxfun": 4000, "ftol": 1e-15, "gtol": 1e-9, "maxcor": 20})
        if best is None or found.fun < best.fun:
            best = found
    return vt.T @ (np.sqrt(n) / s[:, None] * best.x.reshape(-1, dim))


def scores(x, y, train, held, classes, graphs):
    mean = x[train].mean(0)
    z, fresh = x[train] - mean, x[held] - mean
    answers = np.eye(2)[y[train]] if classes else y[train][:, None]
    centred = answers - answers.mean(0)

    def score(place):
        if classes:
            return KNeighborsClassifier(1).fit(place(z), y[train]).score(place(fresh), y[held])
        return continuity(place(fresh), y[held])

    out = {
        "pca": score(PCA(2).fit(z).transform),
        "pls": score(PLSRegression(2, scale=False, tol=1e-30, max_iter=10000).fit(z, answers).transform),
    }
    w = spca(z, centred, classes)
    out["spca"] = score(lambda rows: rows @ w)
    for tenth in range(2, 21, 2):
        width = tenth / 10
        gamma, k, other = kernels(z, fresh, width)
        out[f"kpca(width={width})"] = score(KernelPCA(2, kernel="rbf", gamma=gamma, eigen_solver="arpack", random_state=0).fit(z).transform)
        b = kpls(k, centred, 2)
        b -= b.mean(0)
        means = k.mean(0)
        out[f"kpls(width={width})"] = score(lambda rows: ((k if rows is z else other) - means) @ b)
    if graphs:
        entropy = entropies(z, 32)
        for name, g, kind in [
            ('sdpp(graph="knn", k=32)', nearest(z, 32), "gaussian"),
            ("sdpp(perplexity=32)", entropy, "gaussian"),
            ('sdpp(graph="student")', student(z), "gaussian"),
            ("sppp(perplexity=32)", entropy, "heavytail"),
            ('sppp(kind="linear", perplexity=32)', entropy, "linear"),
        ]:
            w = preserved(z, g, answers, kind)
            out[name] = score(lambda rows: rows @ w)
    return out


report = {}
for seed in range(3):
    train, held = parts(seed)
    for name, (x, y), classes in [
        ("parity", parity(seed), False),
        ("taijitu", taijitu(seed, 0.1), True),
        ("noisy taijitu", taijitu(seed, 0.316), True),
    ]:
        report[f"{name} {seed}"] = scores(x, y, train, held, classes, seed == 0)
        print(name, seed, report[f"{name} {seed}"], file=sys.stderr)
json.dump(report, sys.stdout, indent=1)
print()
