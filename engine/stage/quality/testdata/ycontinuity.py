#!/usr/bin/env python3
"""Writes ycontinuity.json: trustworthiness of scikit-learn (1.2.1) with a
response in the place of the data.

Run it in this folder: /usr/bin/python3 ycontinuity.py > ycontinuity.json
"""
import json
import sys

import numpy as np
from sklearn.manifold import trustworthiness

r = np.random.default_rng(7)
z = np.round(r.normal(size=(60, 2)), 6)
y = np.round(np.sin(2 * z[:, 0]) + z[:, 1] + 0.1 * r.normal(size=60), 6)
ks = [6, 12, 18, 24, 29]
at = [float(trustworthiness(y[:, None], z, n_neighbors=k)) for k in ks]
json.dump({"Z": z.tolist(), "Y": y.tolist(), "K": ks, "At": at, "Mean": [float(np.mean(at))]}, sys.stdout)
