#!/usr/bin/env python3
"""Writes several.json: errors of predictions of three responses by the metrics of
scikit-learn (1.2.1), of each response (multioutput="raw_values") and their mean
("uniform_average"); and the trustworthiness of the guesses' first two columns as
places of rows whose data are all three responses.

Run it in this folder: /usr/bin/python3 several.py > several.json
"""
import json
import sys

import numpy as np
from sklearn.manifold import trustworthiness
from sklearn.metrics import mean_absolute_error, mean_squared_error, r2_score

r = np.random.default_rng(5)
truth = np.round(r.normal(size=(40, 3)) * [1, 20, 0.3], 6)
guess = np.round(truth + r.normal(size=(40, 3)) * [0.5, 4, 0.4], 6)


def root(truth, guess, multioutput):
    return mean_squared_error(truth, guess, multioutput=multioutput, squared=False)


metrics = {"rmse": root, "mae": mean_absolute_error, "r2": r2_score}
json.dump(
    {
        "truth": truth.tolist(),
        "guess": guess.tolist(),
        "each": {m: f(truth, guess, multioutput="raw_values").tolist() for m, f in metrics.items()},
        "trustworthiness": trustworthiness(truth, guess[:, :2], n_neighbors=6),
        "mean": {m: float(f(truth, guess, multioutput="uniform_average")) for m, f in metrics.items()},
    },
    sys.stdout,
)
print()
