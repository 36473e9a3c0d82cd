#!/usr/bin/env python3
"""Writes reference.json: embeddings by scikit-learn (1.2.1) and numpy.

Run it in this folder: python3 reference.py > reference.json
"""
import json

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.manifold import Isomap


def swiss_roll(n, seed):
    r = np.random.default_rng(seed)
    t = 1.5 * np.pi * (1 + 2 * r.random(n))
    return np.c_[t * np.cos(t), 21 * r.random(n), t * np.sin(t)]


def classical_scaling(d, dim):
    n = len(d)
    j = np.eye(n) - 1 / n
    l, v = np.linalg.eigh(-0.5 * j @ d**2 @ j)
    return v[:, ::-1][:, :dim] * np.sqrt(l[::-1][:dim])


roll = np.round(swiss_roll(150, 1), 6)
pair = np.round(np.r_[roll[:60], roll[60:100] + [60, 5, 0]], 6)  # two components
iris = load_iris()
wide = np.round(np.random.default_rng(2).normal(size=(12, 30)), 6)
cosine = 1 - (iris.data / np.linalg.norm(iris.data, axis=1)[:, None]) @ (iris.data / np.linalg.norm(iris.data, axis=1)[:, None]).T

lda = LinearDiscriminantAnalysis(solver="svd").fit(iris.data, iris.target)
pca = PCA(3, svd_solver="full").fit(iris.data)
probe = np.round(iris.data[:5] * [1.1, 0.9, 1.2, 1], 6)
json.dump(
    {
        "roll": roll.tolist(),
        "pair": pair.tolist(),
        "iris": iris.data.tolist(),
        "classes": iris.target.tolist(),
        "wide": wide.tolist(),
        "probe": probe.tolist(),
        "isomap roll k=7 dim=3": Isomap(n_neighbors=7, n_components=3).fit_transform(roll).tolist(),
        "isomap pair k=8 dim=2": Isomap(n_neighbors=8, n_components=2).fit_transform(pair).tolist(),
        "isomap roll eps=6 dim=2": Isomap(n_neighbors=None, radius=6, n_components=2).fit_transform(roll).tolist(),
        "mds iris cityblock dim=3": classical_scaling(cdist(iris.data, iris.data, "cityblock"), 3).tolist(),
        "pca iris dim=3": pca.transform(iris.data).tolist(),
        "pca iris variances": pca.explained_variance_.tolist(),
        "pca iris probe": pca.transform(probe).tolist(),
        "pca wide dim=4": PCA(4, svd_solver="full").fit_transform(wide).tolist(),
        "lda iris dim=2": lda.transform(iris.data).tolist(),
        "lda iris probe": lda.transform(probe).tolist(),
    },
    __import__("sys").stdout,
)
