"""Writes reference.json: intrinsic dimensions by their definitions.

Made with Python 3.11.2 and NumPy 1.24.2:

    python3 reference.py > reference.json

All distances are computed and sorted, nothing is shared with the program that is
tested. Values agree to 1e-9 and better: they differ by rounding of logarithms and
of the order of sums.
"""

import json

import numpy as np


def sorted_distances(x):
    d = np.sqrt(((x[:, None] - x[None]) ** 2).sum(-1))
    np.fill_diagonal(d, -1)
    return np.sort(d, axis=1)[:, 1:]


def two_nn(d, discard):
    """Facco et al. 2017: the line through the origin and (log mu, -log(1 - F))."""
    n = len(d)
    x = np.sort(np.log(d[:, 1] / d[:, 0]))
    kept = min(int(n * (1 - discard)), n - 1)
    y = -np.log(1 - np.arange(1, kept + 1) / n)
    return np.linalg.lstsq(x[:kept, None], y, rcond=None)[0][0]


def mle(d, k1, k2, local):
    """Levina, Bickel 2004; the average of inverses by MacKay, Ghahramani 2005."""
    values = []
    for k in range(k1, k2 + 1):
        inverse = np.log(d[:, k - 1 : k] / d[:, : k - 1]).mean(1)
        if local:
            values.append(np.mean((k - 2) / (k - 1) / inverse))
        else:
            values.append(1 / np.mean(inverse))
    return np.mean(values)


def correlation(d, radii):
    """Grassberger, Procaccia 1983, with the standard error of the jackknife."""
    within = (d[:, :, None] <= np.array(radii)).sum(1)

    def slope(counts):
        return np.polyfit(np.log(radii), np.log(counts), 1)[0]

    without = np.array([slope(within.sum(0) - 2 * own) for own in within])
    n = len(d)
    se = np.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum())
    return slope(within.sum(0)), se


rng = np.random.default_rng(7)
angle = rng.uniform(0, 4, 90)
sets = {
    "roll": np.column_stack([angle * np.cos(angle), 3 * rng.uniform(size=90), angle * np.sin(angle)]),
    "ball": rng.normal(size=(70, 6)),
}
out = []
for name, x in sets.items():
    x = np.round(x, 6)
    d = sorted_distances(x)
    radii = [float(np.median(d[:, k])) for k in (1, 3, 5, 8, 12)]
    slope, se = correlation(d, radii)
    out.append(
        {
            "Name": name,
            "X": x.tolist(),
            "TwoNN": [[discard, two_nn(d, discard)] for discard in (0.0, 0.1, 0.3)],
            "Inverse": mle(d, 5, 12, False),
            "Local": mle(d, 5, 12, True),
            "Radii": radii,
            "Correlation": slope,
            "SE": se,
        }
    )
print(json.dumps(out, indent=None))
