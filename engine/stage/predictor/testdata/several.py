#!/usr/bin/env python3
"""Writes several.json: Ridge, KNeighborsRegressor and KernelRidge of scikit-learn
(1.2.1) on two responses, the second in units a hundred times as large.
KernelRidge fits no intercept: the means of the responses are taken off before
and added after.

Run it in this folder: /usr/bin/python3 several.py > several.json
"""
import json
import sys

import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsRegressor

r = np.random.default_rng(11)
x = np.round(r.uniform(size=(60, 4)), 6)
y = np.column_stack([np.sin(3 * x[:, 0]) + x[:, 1], 100 * (x[:, 2] ** 2 - x[:, 0])])
y = np.round(y + 0.1 * r.normal(size=(60, 2)), 6)
probe = np.round(r.uniform(size=(9, 4)), 6)
mean, sigma = y.mean(axis=0), 0.8
smooth = KernelRidge(alpha=0.1, kernel="rbf", gamma=1 / (2 * sigma**2)).fit(x, y - mean)
json.dump(
    {
        "x": x.tolist(),
        "y": y.tolist(),
        "probe": probe.tolist(),
        "ridge": Ridge(alpha=0.7, solver="cholesky").fit(x, y).predict(probe).tolist(),
        "knn": KNeighborsRegressor(5).fit(x, y).predict(probe).tolist(),
        "kernelridge": (smooth.predict(probe) + mean).tolist(),
    },
    sys.stdout,
)
print()
