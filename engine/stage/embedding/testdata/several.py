#!/usr/bin/env python3
"""Writes several.json: PLSRegression of scikit-learn (1.2.1, scale=False) on two
responses, the second in units a hundred times as large.

Run it in this folder: /usr/bin/python3 several.py > several.json
"""
import json
import sys

import numpy as np
from sklearn.cross_decomposition import PLSRegression

r = np.random.default_rng(13)
x = np.round(r.normal(size=(80, 5)) * [1, 2, 0.5, 1, 3], 6)
y = np.column_stack([x[:, 0] + 0.3 * x[:, 1], 100 * (x[:, 2] - 0.2 * x[:, 4])])
y = np.round(y + 0.1 * r.normal(size=(80, 2)), 6)
probe = np.round(r.normal(size=(6, 5)), 6)

# tol and max_iter far below 1e-8: the power iterations have converged.
m = PLSRegression(n_components=3, scale=False, max_iter=100000, tol=1e-15).fit(x, y)
json.dump(
    {
        "x": x.tolist(),
        "y": y.tolist(),
        "probe": probe.tolist(),
        "scores": m.x_scores_.tolist(),
        "placed": m.transform(probe).tolist(),
    },
    sys.stdout,
)
print()
