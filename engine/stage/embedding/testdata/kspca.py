#!/usr/bin/env python3
"""Writes kspca.json: kernel supervised principal components by the generalised
eigenproblem K L K v = l (K + r I) v, which scipy (1.10.1) solves whole.

Run it in this folder: /usr/bin/python3 kspca.py > kspca.json
"""
import json
import sys

import numpy as np
from scipy.linalg import eigh

i, j = np.arange(12)[:, None], np.arange(3)[None]
x = np.sin(1 + 1.7 * i + 0.9 * j + 0.31 * i * j)
y = np.cos(0.8 * i)
probe = np.cos(1 + 0.7 * np.arange(5)[:, None] + 1.3 * j)


def squares(a, b):
    return ((a[:, None] - b[None]) ** 2).sum(2)


def rbf(sigma):
    return lambda a, b: np.exp(-squares(a, b) / (2 * sigma**2))


def poly(a, b):
    return (a @ b.T / 4 + 1) ** 2


def kspca(kernel, l, ridge, dim):
    n = len(x)
    h = np.eye(n) - 1 / n
    k = kernel(x, x)
    kc = h @ k @ h
    rho = ridge * np.trace(kc) / n
    values, v = eigh(kc @ l @ kc, kc + rho * np.eye(n))
    v = v[:, ::-1][:, :dim]
    new = (kernel(probe, x) - k.mean(0)) @ h
    return {"values": values[::-1][:dim].tolist(), "scores": (kc @ v).tolist(), "probe": (new @ v).tolist()}


json.dump(
    {
        "probe": probe.tolist(),
        "rbf": kspca(rbf(1), rbf(1)(y, y), 0.1, 3),
        "poly": kspca(poly, rbf(0.5)(y, y), 1e-3, 3),
        "linear response": kspca(rbf(1), y @ y.T, 1e-2, 1),
        "classes": kspca(rbf(0.8), (i % 3 == i.T % 3) * 1.0, 1e-2, 2),
    },
    sys.stdout,
)
