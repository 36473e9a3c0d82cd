#!/usr/bin/env python3
"""Writes digits.json: 200 digits of scikit-learn (1.2.1), and the divergence of its
exact t-SNE of them; and, for the first 3000 rows of optdigits.csv in $UNFOLD_DATA, the
divergence that its Barnes-Hut t-SNE has at affinities of the 90 nearest rows, over all
pairs in float64.

Run it in this folder: /usr/bin/python3 digits.py > digits.json
"""
import json
import os
import sys

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.datasets import load_digits
from sklearn.manifold import TSNE


def affinities(x, perplexity, nearest):
    """P of the nearest rows, with entropies met by bisection."""
    d = cdist(x, x, "sqeuclidean")
    np.fill_diagonal(d, np.inf)
    p = np.zeros_like(d)
    for i, row in enumerate(d):
        near = np.argsort(row, kind="stable")[:nearest]
        excess = row[near] - row[near].min()
        low, high = -60.0, 60.0
        for _ in range(200):
            middle = (low + high) / 2
            w = np.exp(-np.exp(middle) * excess)
            q = w / w.sum()
            entropy = np.log(w.sum()) + np.exp(middle) * (q @ excess)
            low, high = (middle, high) if entropy > np.log(perplexity) else (low, middle)
        p[i, near] = q
    return (p + p.T) / (2 * len(x))


def divergence(p, y):
    q = 1 / (1 + cdist(y, y, "sqeuclidean"))
    np.fill_diagonal(q, 0)
    at = p > 0
    return float((p[at] * np.log(p[at] / (q[at] / q.sum()))).sum())


few = load_digits().data[:200]
exact = TSNE(method="exact", init="pca", perplexity=30, n_iter=1000, learning_rate="auto", random_state=0).fit(few)
rows = np.loadtxt(os.path.join(os.environ["UNFOLD_DATA"], "optdigits.csv"), delimiter=",", skiprows=1, max_rows=3000)[:, :64]
many = TSNE(init="pca", perplexity=30, n_iter=750, learning_rate="auto", random_state=0).fit(rows)
json.dump(
    {
        "rows": few.astype(int).tolist(),
        "exact": divergence(affinities(few, 30, 199), exact.embedding_),
        "barnesHut": divergence(affinities(rows, 30, 90), many.embedding_),
    },
    sys.stdout,
)
print()
