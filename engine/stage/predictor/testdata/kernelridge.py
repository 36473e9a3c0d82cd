#!/usr/bin/env python3
"""Writes kernelridge.json: KernelRidge of scikit-learn (1.2.1), which fits no
intercept: the mean of the responses is taken off before and added after.

Run it in this folder: /usr/bin/python3 kernelridge.py > kernelridge.json
"""
import json
import sys

import numpy as np
from sklearn.kernel_ridge import KernelRidge

r = np.random.default_rng(7)
x = np.round(r.uniform(size=(60, 5)), 6)
y = np.round(np.sin(3 * x[:, 0]) * x[:, 1] + x[:, 2] ** 2 + 0.1 * r.normal(size=60), 6)
probe = np.round(r.uniform(size=(7, 5)), 6)
sigma = 0.8
m = KernelRidge(alpha=0.1, kernel="rbf", gamma=1 / (2 * sigma**2)).fit(x, y - y.mean())
json.dump({"X": x.tolist(), "Y": y.tolist(), "Probe": probe.tolist(), "Predicted": (m.predict(probe) + y.mean()).tolist()}, sys.stdout)
