#!/usr/bin/env python3
"""Writes elm.json: extreme learning machines by NumPy (1.24.2).

Run it in this folder: python3 elm.py > elm.json
"""
import json
import sys

import numpy as np

r = np.random.default_rng(1)
n, d, dim, neurons = 60, 3, 2, 12
x = np.round(r.standard_normal((n + 10, d)) * [1, 20, 0.1] + [5, -300, 0], 4)
y = np.round(np.c_[np.sin(x[:n, 0]) + x[:n, 2], 3 + x[:n, 1] / 100 * x[:n, 0]], 4)
w, b = np.round(r.uniform(-1, 1, (d, neurons)), 4), np.round(r.uniform(-1, 1, neurons), 4)
z = (x - x[:n].mean(0)) / x[:n].std(0)
h = 1 / (1 + np.exp(-(z @ w + b)))
out = {"train": x[:n], "placed": y, "held": x[n:], "weights": w, "bias": b[None, :]}
for constant in "yes", "no":
    hidden = np.c_[np.ones(len(x)), h] if constant == "yes" else h
    mean = y.mean(0) if constant == "yes" else np.zeros(dim)
    fit, target = hidden[:n], y - mean
    for ridge in 1e-4, 1e-6, 1e-9, 0:
        if ridge == 0:
            beta = np.linalg.pinv(fit, rcond=1e-12) @ target
        else:
            rho = ridge * np.trace(fit.T @ fit) / fit.shape[1]
            beta = np.linalg.solve(fit.T @ fit + rho * np.eye(fit.shape[1]), fit.T @ target)
        out["constant=%s ridge=%g" % (constant, ridge)] = mean + hidden[n:] @ beta
json.dump({k: v.tolist() for k, v in out.items()}, sys.stdout)
