"""Writes reference.json: what scipy makes of the cases of the tests.

python3 reference.py > reference.json   (scipy 1.10.1, numpy 1.24)
"""
import json
import warnings

import numpy as np
from scipy import stats

warnings.simplefilter("ignore")
random = np.random.default_rng(5)


def plain(x):
    return np.asarray(x, dtype=float).tolist()


def resampled(n, rho, rope):
    x = random.normal(0.01, 0.03, n)
    scale = np.sqrt((1 / n + rho / (1 - rho)) * x.var(ddof=1))
    t = stats.t(n - 1, x.mean(), scale)
    low, high = t.interval(0.95)
    return dict(x=plain(x), rho=rho, rope=rope, t=x.mean() / scale,
                p=2 * stats.t.sf(abs(x.mean() / scale), n - 1), low=low, high=high,
                better=t.sf(rope), worse=t.cdf(-rope))


def friedman(n, k, decimals):
    scores = np.round(random.normal(0.8, 0.1, (n, k)) + 0.05 * np.arange(k), decimals)
    chi2, p = stats.friedmanchisquare(*scores.T)
    ranks = np.array([stats.rankdata(-row) for row in scores])
    f = (n - 1) * chi2 / (n * (k - 1) - chi2)
    return dict(scores=plain(scores), means=plain(ranks.mean(0)), chi2=chi2, p=p,
                f=f, fp=stats.f.sf(f, k - 1, (k - 1) * (n - 1)))


def wilcoxon(x, zeros, mode):
    w = stats.wilcoxon(x, zero_method=zeros, mode=mode)
    return dict(x=plain(x), zeros=zeros, t=w.statistic, p=w.pvalue)


cases = dict(
    resampled=[resampled(*a) for a in [(2, 0.5, 0.01), (10, 0.1, 0.01), (100, 0.1, 0.0), (30, 0.3, 0.02)]],
    friedman=[friedman(*a) for a in [(5, 3, 6), (14, 4, 6), (14, 4, 1), (30, 10, 2), (8, 3, 1)]],
    wilcoxon=[],
    range=[dict(k=k, q=q, p=stats.studentized_range.cdf(q, k, np.inf)) for k in (2, 3, 5, 10, 20) for q in (0.5, 2.0, 3.5, 6.0)],
)
for n in (6, 9, 14, 25):
    cases["wilcoxon"].append(wilcoxon(random.normal(0.2, 1, n), "wilcox", "exact"))
for n in (26, 60):
    cases["wilcoxon"].append(wilcoxon(random.normal(0.2, 1, n), "wilcox", "approx"))
for zeros in ("wilcox", "pratt", "zsplit"):
    for n in (12, 20, 40):
        cases["wilcoxon"].append(wilcoxon(np.round(random.normal(0.3, 1, n), 0), zeros, "approx"))
print(json.dumps(cases, indent=1))
