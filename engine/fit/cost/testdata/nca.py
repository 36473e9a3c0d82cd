"""Writes nca.json: the value and the gradient of scikit-learn's
NeighborhoodComponentsAnalysis at a map of rows that are drawn, with copies among
them. Run with scikit-learn 1.2.1 and numpy 1.24.2:

    python3 nca.py > nca.json

Its loss is the sum of the probabilities that rows are told right, to be made
large.
"""
import json
import sys

import numpy
from sklearn.neighbors import NeighborhoodComponentsAnalysis

draw = numpy.random.RandomState(7)
rows = draw.standard_normal((40, 5))
rows[30] = rows[3]
classes = draw.randint(0, 3, 40)
by = draw.standard_normal((2, 5))
model = NeighborhoodComponentsAnalysis()
model.n_iter_ = 0
loss, gradient = model._loss_grad_lbfgs(by.ravel(), rows, classes[:, None] == classes[None], 1.0)
json.dump({
    "Rows": rows.tolist(), "Classes": classes.tolist(), "Map": by.T.tolist(),
    "Value": -loss / 40, "Gradient": (-gradient.reshape(2, 5).T / 40).tolist(),
}, sys.stdout)
