"""Writes gtm.json: one EM step of the generative topographic map, in NumPy, for the
rows that gtm_test.go makes by the same formula. Signs of the principal axes do not
matter: the grids are symmetric."""

import json

import numpy as np

n, points, basis, lam = 60, 5, 3, 0.1
i = np.arange(n)
t = 2 * ((i * 0.6180339887498949) % 1) - 1
s = 2 * ((i * 0.7548776662466927) % 1) - 1
X = np.c_[np.cos(3 * t), np.sin(3 * t), 1.5 * s, t * s, s**2]
X = X - X.mean(0)
d = X.shape[1]
values, vectors = np.linalg.eigh(X.T @ X / (n - 1))
values, vectors = values[::-1], vectors[:, ::-1]
grid = lambda k: np.array([[a, b] for a in np.linspace(-1, 1, k) for b in np.linspace(-1, 1, k)])
squares = lambda A, B: ((A[:, None] - B[None]) ** 2).sum(2)
U, C = grid(points), grid(basis)
width = 2 / (basis - 1)
Phi = np.c_[np.exp(-squares(U, C) / (2 * width**2)), np.ones(len(U))]
I = np.eye(Phi.shape[1])
sd = U.std(0)[0]
plane = (U / sd * np.sqrt(values[:2])) @ vectors[:, :2].T
W = np.linalg.solve(Phi.T @ Phi + 1e-6 * I, Phi.T @ plane)
beta = 1 / max(values[2], (np.sqrt(values[1]) / sd / (points - 1)) ** 2)
alpha = lam * d / X.var(0, ddof=1).sum()


def expect(W, beta):
    e = -beta / 2 * squares(X, Phi @ W)
    top = e.max(1, keepdims=True)
    R = np.exp(e - top)
    L = (np.log(R.sum(1)) + top[:, 0]).sum() + n * (d / 2 * np.log(beta / 2 / np.pi) - np.log(len(U)))
    return R / R.sum(1, keepdims=True), L


R, before = expect(W, beta)
out = {"numpy": np.__version__, "beta": [beta], "likelihood": [before], "weights": [np.linalg.norm(W)]}
W = np.linalg.solve(Phi.T @ np.diag(R.sum(0)) @ Phi + alpha / beta * I, Phi.T @ R.T @ X)
beta = n * d / (R * squares(X, Phi @ W)).sum()
R, after = expect(W, beta)
out["beta"].append(beta)
out["likelihood"].append(after)
out["weights"].append(np.linalg.norm(W))
out["mean"] = [float(v) for v in np.abs(R @ U)[:5].ravel()]
with open("gtm.json", "w") as f:
    json.dump(out, f, indent=1)
    f.write("\n")
