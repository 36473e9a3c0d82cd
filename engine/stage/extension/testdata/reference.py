#!/usr/bin/env python3
"""Writes reference.json: maps by scikit-learn (1.2.1).

Run it in this folder: python3 reference.py > reference.json
"""
import json
import sys

import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.manifold import Isomap
from sklearn.manifold._locally_linear import barycenter_weights
from sklearn.neighbors import NearestNeighbors

r = np.random.default_rng(1)
t = 1.5 * np.pi * (1 + 2 * r.random(120))
roll = np.round(np.c_[t * np.cos(t), 21 * r.random(120), t * np.sin(t)], 6)
train, held = roll[:100], roll[100:]

out = {"train": train, "held": held}
iso = Isomap(n_neighbors=8, n_components=2).fit(train)
out["placed"] = iso.embedding_
out["nystrom k=8"] = iso.transform(held)
radius = Isomap(n_neighbors=None, radius=7, n_components=2).fit(train)
out["placed eps=7"] = radius.embedding_
out["nystrom eps=7"] = radius.transform(held)
y = out["placed"]
for name, ridge in {
    "krr rbf": KernelRidge(alpha=0.03, kernel="rbf", gamma=1 / (2 * 5.0**2)),
    "krr linear": KernelRidge(alpha=0.1, kernel="linear"),
    "krr poly": KernelRidge(alpha=0.5, kernel="poly", gamma=1 / 20.0**2, coef0=1, degree=3),
}.items():
    out[name] = ridge.fit(train, y).predict(held)
near = NearestNeighbors(n_neighbors=5).fit(train).kneighbors(held, return_distance=False)
w = barycenter_weights(held, train, near, reg=1e-3)
out["barycentre k=5"] = np.einsum("ij,ijk->ik", w, y[near])
json.dump({k: v.tolist() for k, v in out.items()}, sys.stdout)
