"""The peers of the benchmark: one side that does its tasks with scikit-learn,
scipy and libsvm. It answers lines of JSON, as message.go describes them."""

import gc
import json
import os
import resource
import signal
import sys
import time

# What is printed by accident must not come between the replies.
replies = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this ends it


def versions():
    """What there is, and what is not."""
    found, missing = {"Python": sys.version.split()[0]}, []
    for name, package in (("scikit-learn", "sklearn"), ("SciPy", "scipy"), ("NumPy", "numpy")):
        try:
            found[name] = __import__(package).__version__
        except ImportError:
            missing.append(name)
    return found, missing


def peak():
    try:
        with open("/proc/self/status") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def processor_time():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def isomap(a, s, options):
    from sklearn.manifold import Isomap

    def run():
        return Isomap(n_neighbors=int(s["k"]), n_components=int(s["dim"]), **options).fit(a["x"])

    return run, lambda fitted: ({"y": fitted.embedding_}, {})


def aligned(method):
    def task(a, s, options):
        from sklearn.manifold import LocallyLinearEmbedding

        def run():
            return LocallyLinearEmbedding(n_neighbors=int(s["k"]), n_components=int(s["dim"]), method=method,
                                          random_state=1, **options).fit(a["x"])

        return run, lambda fitted: ({"y": fitted.embedding_}, {})

    return task


def eigenmaps(a, s, options):
    """On the graph that ours has; scikit-learn's own has other weights."""
    import numpy as np
    from sklearn.manifold import SpectralEmbedding
    from sklearn.neighbors import kneighbors_graph

    def run():
        w = kneighbors_graph(a["x"], int(s["k"]), mode="distance")
        w = w.maximum(w.T)
        w.data = np.exp(-w.data**2 / np.mean(w.data**2))
        return SpectralEmbedding(int(s["dim"]), affinity="precomputed", random_state=1, **options).fit(w)

    return run, lambda fitted: ({"y": fitted.embedding_}, {})


def knn(a, s, options):
    from sklearn.neighbors import NearestNeighbors

    def run():
        return NearestNeighbors(n_neighbors=int(s["k"]), **options).fit(a["x"]).kneighbors()

    return run, lambda found: ({"length": found[0], "index": found[1]}, {})


def gamma(s):
    return 0.5 / s["sigma"] ** 2


def krr(a, s, options):
    from sklearn.kernel_ridge import KernelRidge

    def run():
        return KernelRidge(alpha=s["lambda"], kernel="rbf", gamma=gamma(s), **options).fit(a["x"], a["y"])

    def result(fitted):
        arrays = {"coefficients": fitted.dual_coef_}
        if "test" in a:
            arrays["predicted"] = fitted.predict(a["test"])
        return arrays, {}

    return run, result


def centres(a, s, options):
    """Ridge regression on as many centres, without an intercept as ours; scikit-learn has it in two steps."""
    from sklearn.kernel_approximation import Nystroem
    from sklearn.linear_model import Ridge
    from sklearn.pipeline import make_pipeline

    def run():
        nystroem = Nystroem(kernel="rbf", gamma=gamma(s), n_components=int(s["centres"]), random_state=1)
        return make_pipeline(nystroem, Ridge(alpha=s["lambda"], fit_intercept=False, **options)).fit(a["x"], a["y"])

    return run, lambda fitted: ({"predicted": fitted.predict(a["test"])}, {})


def grid(a, s, options):
    import numpy as np
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.model_selection import GridSearchCV

    held = a["held"] != 0
    folds = [(np.flatnonzero(~column), np.flatnonzero(column)) for column in held.T]
    lambdas, sigmas = a["lambdas"].ravel(), a["sigmas"].ravel()
    choices = {"alpha": list(lambdas), "gamma": list(0.5 / sigmas**2)}

    def run():
        search = GridSearchCV(KernelRidge(kernel="rbf"), choices, cv=folds, refit=False,
                              scoring="neg_mean_squared_error", **options)
        return search.fit(a["x"], a["y"]).cv_results_

    def result(found):
        return {"errors": -found["mean_test_score"].reshape(len(lambdas), len(sigmas))}, {}

    return run, result


def scaled(a):
    """The rows in the unit of the engine's svm: over the root mean variance."""
    import numpy as np
    unit = np.sqrt(a["x"].var(axis=0).mean())
    return a["x"] / unit, a["test"] / unit


def svm(a, s, options):
    from sklearn.svm import SVC

    x, test = scaled(a)
    y = a["y"].ravel().astype(int)

    def run():
        return SVC(C=s["C"], gamma=1 / x.shape[1], **options).fit(x, y)

    def result(fitted):
        return {"told": fitted.predict(test)}, {"objective": objective(fitted, 1 / x.shape[1])}

    return run, result


def objective(fitted, gamma):
    """The sum over all pairs of classes of a'Qa/2 - sum a."""
    import numpy as np
    from sklearn.metrics.pairwise import rbf_kernel

    vectors, coefficients, total = fitted.support_vectors_, fitted.dual_coef_, 0.0
    ends = np.concatenate([[0], np.cumsum(fitted.n_support_)])
    for i in range(len(fitted.classes_)):
        for j in range(i + 1, len(fitted.classes_)):
            rows = np.r_[ends[i]:ends[i + 1], ends[j]:ends[j + 1]]
            signed = np.r_[coefficients[j - 1, ends[i]:ends[i + 1]], coefficients[i, ends[j]:ends[j + 1]]]
            rows, signed = rows[signed != 0], signed[signed != 0]
            kernel = rbf_kernel(vectors[rows], gamma=gamma)
            total += signed @ kernel @ signed / 2 - np.abs(signed).sum()
    return total


def svr(a, s, options):
    import numpy as np
    from sklearn.metrics.pairwise import rbf_kernel
    from sklearn.svm import SVR

    x, test = scaled(a)
    y, gamma = a["y"].ravel(), 1 / x.shape[1]
    mean, deviation = y.mean(), y.std()

    def run():
        return SVR(C=s["C"], epsilon=s["epsilon"], gamma=gamma, **options).fit(x, (y - mean) / deviation)

    def result(fitted):
        beta, z = fitted.dual_coef_[0], (y[fitted.support_] - mean) / deviation
        kernel = rbf_kernel(fitted.support_vectors_, gamma=gamma)
        dual = beta @ kernel @ beta / 2 - z @ beta + s["epsilon"] * np.abs(beta).sum()
        return {"told": (fitted.predict(test) * deviation + mean)[:, None]}, {"objective": dual}

    return run, result


def elm(a, s, options):
    """Random neurons and their normal equations, which NumPy has all parts of."""
    import numpy as np

    x, y, width = a["x"], a["y"], int(s["neurons"])

    def neurons(rows, mean, deviation, w, b):
        h = (rows - mean) / deviation @ w + b
        np.negative(h, out=h)
        np.exp(h, out=h)
        h += 1
        return np.c_[np.ones(len(rows)), np.reciprocal(h, out=h)]

    def run():
        draw = np.random.default_rng(1)
        w = draw.uniform(-1, 1, (x.shape[1], width)) / np.sqrt(x.shape[1])
        given = x.mean(0), x.std(0), w, draw.uniform(-1, 1, width)
        hh, hy = np.zeros((width + 1, width + 1)), np.zeros((width + 1, y.shape[1]))
        for lo in range(0, len(x), 8192):
            h = neurons(x[lo:lo + 8192], *given)
            hh += h.T @ h
            hy += h.T @ y[lo:lo + 8192]
        return given, np.linalg.solve(hh + 1e-4 * np.trace(hh) / len(hh) * np.eye(len(hh)), hy)

    return run, lambda fitted: ({"predicted": neurons(a["test"], *fitted[0]) @ fitted[1]}, {})


def logistic(a, s, options):
    import numpy as np
    from sklearn.linear_model import LogisticRegression

    x, test = scaled(a)
    y = a["y"].ravel().astype(int)

    def run():
        return LogisticRegression(C=s["C"], **options).fit(x, y)

    def result(fitted):
        objective = (fitted.coef_ ** 2).sum() / 2 - s["C"] * fitted.predict_log_proba(x)[np.arange(len(x)), y].sum()
        return {"told": fitted.predict(test)}, {"objective": objective}

    return run, result


def tree(a, s, options):
    from sklearn.tree import DecisionTreeClassifier

    y = a["y"].ravel().astype(int)

    def run():
        return DecisionTreeClassifier(random_state=1, **options).fit(a["x"], y)

    return run, lambda fitted: ({"told": fitted.predict(a["x"])}, {"leaves": int(fitted.get_n_leaves())})


J48 = """
import java.io.*; import java.util.*; import weka.classifiers.trees.J48; import weka.core.*;

class Peer {
    public static void main(String[] file) throws Exception {
        Instances rows = new Instances(new BufferedReader(new FileReader(file[0])));
        rows.setClassIndex(rows.numAttributes() - 1);
        J48 tree = null;
        for (int i = 0; i < 10; i++) (tree = new J48()).buildClassifier(rows); // until it is compiled
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        System.out.println("ready");
        for (String line; (line = in.readLine()) != null; ) {
            if (line.equals("run")) (tree = new J48()).buildClassifier(rows);
            else {
                System.out.print((int) tree.measureNumLeaves());
                for (int i = 0; i < rows.numInstances(); i++) System.out.print(" " + (int) tree.classifyInstance(rows.instance(i)));
                System.out.println();
                continue;
            }
            System.out.println("done");
        }
    }
}
"""


def c45(a, s, options):
    """J48 of Weka, in a virtual machine of its own that is warm."""
    import atexit
    import shutil
    import subprocess
    import tempfile

    jar = "/usr/share/java/weka.jar"
    if not shutil.which("java") or not os.path.exists(jar):
        raise ImportError("java or weka: not installed")
    y = a["y"].ravel().astype(int)
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, True)
    with open(os.path.join(folder, "Peer.java"), "w") as program:
        program.write(J48)
    with open(os.path.join(folder, "rows.arff"), "w") as rows:
        columns = ["@attribute c%d numeric" % c for c in range(a["x"].shape[1])]
        rows.write("\n".join(["@relation rows", *columns, "@attribute class {%s}" % ",".join(map(str, range(y.max() + 1))), "@data\n"]))
        for cells, label in zip(a["x"], y):
            rows.write(",".join(map(repr, map(float, cells))) + ",%d\n" % label)
    machine = subprocess.Popen(["java", "-cp", jar, rows.name[:-len("rows.arff")] + "Peer.java", rows.name],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    atexit.register(machine.kill)

    def ask(word):
        if word:
            machine.stdin.write(word + "\n")
            machine.stdin.flush()
        return machine.stdout.readline()

    if ask("").strip() != "ready":
        raise RuntimeError("J48 does not start")

    def result(_):
        leaves, *told = map(int, ask("result").split())
        return {"told": told}, {"leaves": leaves}

    return lambda: ask("run"), result


def gmlvq(a, s, options):
    """Prototypes and a matrix by SciPy's L-BFGS, all rows at once in NumPy."""
    import numpy as np
    from scipy.optimize import minimize

    x, y = a["x"], a["y"].ravel().astype(int)
    x = (x - x.mean(axis=0)) / x.std(axis=0)
    (n, d), count = x.shape, y.max() + 1
    every, own = np.arange(n), y[:, None] == np.arange(count)

    def squares(w, o):
        z, c = x @ o.T, w @ o.T
        return z, c, np.maximum((z**2).sum(axis=1)[:, None] + (c**2).sum(axis=1) - 2 * z @ c.T, 0)

    def value(p):
        w, v = p[: count * d].reshape(count, d), p[count * d :].reshape(d, d)
        length = np.linalg.norm(v)
        o = v / length
        z, c, squared = squares(w, o)
        near, far = np.where(own, squared, np.inf).argmin(axis=1), np.where(own, np.inf, squared).argmin(axis=1)
        a, b = squared[every, near], squared[every, far]
        phi = 1 / (1 + np.exp(-2 * (a - b) / (a + b)))
        g = 2 * phi * (1 - phi) / n / (a + b) ** 2
        weigh = np.zeros((n, count))
        weigh[every, near], weigh[every, far] = 4 * g * b, -4 * g * a
        pull = weigh.sum(axis=1)[:, None] * z - weigh @ c
        back = weigh.T @ z - weigh.sum(axis=0)[:, None] * c
        by = pull.T @ x - back.T @ w
        return phi.mean(), np.concatenate([(-back @ o).ravel(), ((by - o * (o * by).sum()) / length).ravel()])

    def run():
        start = np.concatenate([*(x[y == k].mean(axis=0) for k in range(count)), (np.eye(d) / d**0.5).ravel()])
        return minimize(value, start, jac=True, method="L-BFGS-B", options={"maxiter": int(s["iterations"]), "ftol": 1e-9, "gtol": 1e-8, **options}).x

    def result(p):
        w, v = p[: count * d].reshape(count, d), p[count * d :].reshape(d, d)
        return {"told": squares(w, v)[2].argmin(axis=1)}, {}

    return run, result


def forest(a, s, options):
    from sklearn.ensemble import RandomForestClassifier

    y = a["y"].ravel().astype(int)

    def made(**more):
        return RandomForestClassifier(int(s["trees"]), random_state=1, **options, **more).fit(a["x"], y)

    return made, lambda _: ({}, {"error": 1 - made(oob_score=True).oob_score_})


def eat(a, s, options):
    """EAT in NumPy and SciPy: L-BFGS on a factor of eight columns that begins with scaled
    geodesics, and a third and then a tenth of the first stretch."""
    import numpy as np
    from scipy.optimize import minimize
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import shortest_path
    from scipy.spatial.distance import cdist
    from sklearn.neighbors import kneighbors_graph

    n, p = len(a["x"]), 8

    def run():
        near = kneighbors_graph(a["x"], int(s["k"]), mode="distance")
        near = near.maximum(near.T).tocoo()
        once = near.row < near.col
        i, j, target = near.row[once], near.col[once], near.data[once] ** 2
        m = len(i)
        ends = np.r_[np.ones(m), -np.ones(m)], (np.r_[np.arange(m), np.arange(m)], np.r_[i, j])
        differences = csr_matrix(ends, shape=(m, n))
        weights = cdist(a["x"], a["x"])
        np.fill_diagonal(weights, np.inf)
        weights = weights ** -2.0
        weights[i, j] = weights[j, i] = 0
        laplacian = np.diag(weights.sum(1)) - weights
        squares = shortest_path(near.tocsr(), directed=False) ** 2
        reference = (weights * squares).sum() / 2
        centring = np.eye(n) - 1 / n
        values, vectors = np.linalg.eigh(-centring @ squares @ centring / 2)
        y = (vectors * np.sqrt(np.maximum(values, 0)))[:, ::-1][:, :p]
        y = y + 0.01 * np.sqrt(target.mean()) * np.random.default_rng(0).standard_normal(y.shape)
        for nu in (10 * s["nu"], 3 * s["nu"], s["nu"]):
            def cost(flat):
                y = flat.reshape(n, p)
                drawn, d = laplacian @ y, differences @ y
                rho = (d * d).sum(1) / target - 1
                slope = differences.T @ ((4 * rho / target / m)[:, None] * d) - 2 * nu / reference * drawn
                return rho @ rho / m - nu * (y * drawn).sum() / reference, slope.ravel()
            found = minimize(cost, y.ravel(), jac=True, method="L-BFGS-B",
                             options=dict(maxfun=10 ** 6, maxcor=30, gtol=1e-10, ftol=1e-15, **options))
            y = found.x.reshape(n, p)
        return y, found.fun

    def result(found):
        y, objective = found
        y = y - y.mean(0)
        values, axes = np.linalg.eigh(y.T @ y)
        return {"y": (y @ axes)[:, :-3:-1]}, {"objective": objective}

    return run, result


def mvu(a, s, options):
    """Maximum variance unfolding as the paper has it, by CSDP: max tr(G), G 1 = 0, with the
    distances of neighbours."""
    import shutil
    import subprocess
    import tempfile
    import numpy as np
    from sklearn.neighbors import kneighbors_graph

    if not shutil.which("csdp"):
        raise ImportError("csdp (coinor-csdp): not installed")
    n = len(a["x"])

    def run():
        near = kneighbors_graph(a["x"], int(s["k"]), mode="distance")
        near = near.maximum(near.T).tocoo()
        pairs = [(i + 1, j + 1, d * d) for i, j, d in zip(near.row, near.col, near.data) if i < j]
        m = len(pairs) + 1
        text = ["%d\n1\n%d" % (m, n), " ".join("%.17g" % d for _, _, d in pairs) + " 0"]
        text += ["0 1 %d %d 1" % (i, i) for i in range(1, n + 1)]
        for k, (i, j, _) in enumerate(pairs, 1):
            text += ["%d 1 %d %d 1\n%d 1 %d %d -1\n%d 1 %d %d 1" % (k, i, i, k, i, j, k, j, j)]
        text += ["%d 1 %d %d 1" % (m, i, j) for i in range(1, n + 1) for j in range(i, n + 1)]
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "problem.dat-s"), "w") as problem:
                problem.write("\n".join(text) + "\n")
            solution = os.path.join(folder, "solution")
            subprocess.run(["csdp", problem.name, solution], stdout=subprocess.DEVNULL)
            g = np.zeros((n, n))
            with open(solution) as entries:
                next(entries)
                for entry in entries:
                    matrix, _, i, j, v = entry.split()
                    if matrix == "2":
                        g[int(i) - 1, int(j) - 1] = g[int(j) - 1, int(i) - 1] = float(v)
        return g

    def result(g):
        values, vectors = np.linalg.eigh(g)
        return {"y": vectors[:, :-3:-1] * np.sqrt(np.maximum(values[:-3:-1], 0))}, {}

    return run, result


def sentence(a, s, options):
    """The pipeline of the papers, put together from parts."""
    import numpy as np
    from sklearn.preprocessing import StandardScaler

    y, held = a["y"].ravel().astype(int), a["held"] != 0

    def run():
        right = []
        for column in held.T:
            scale = StandardScaler().fit(a["x"][~column])
            train, test = scale.transform(a["x"][~column]), scale.transform(a["x"][column])
            right.append(np.mean(told(train, y[~column], test, s, options) == y[column]))
        return np.mean(right)

    return run, lambda accuracy: ({}, {"accuracy": float(accuracy)})


def told(x, y, test, s, options):
    """What is predicted for the test rows."""
    from scipy.sparse.csgraph import shortest_path
    from sklearn.decomposition import KernelPCA
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.svm import SVC

    distances = warped(x, y, s["alpha"])
    graph = joined(distances, int(s["k"]))
    paths = shortest_path(graph, directed=False)
    placed = KernelPCA(int(s["dim"]), kernel="precomputed", **options).fit_transform(-0.5 * paths**2)
    mean = placed.mean(axis=0)
    ridge = KernelRidge(alpha=s["lambda"], kernel="rbf", gamma=gamma(s)).fit(x, placed - mean)
    unit = placed.var(axis=0).mean() ** 0.5
    machine = SVC(C=s["C"], gamma=1 / placed.shape[1]).fit(placed / unit, y)
    return machine.predict((ridge.predict(test) + mean) / unit)


def warped(x, y, alpha):
    import numpy as np
    from sklearn.metrics.pairwise import euclidean_distances

    square = euclidean_distances(x, squared=True)
    n = len(x)
    scaled = square / (square.sum() / (n * (n - 1)))
    same = y[:, None] == y[None, :]
    apart = np.sqrt(np.exp(scaled) - alpha)
    return np.where(same, np.sqrt(-np.expm1(-scaled)), apart)


def joined(distances, k):
    """The graph of the k nearest rows, its parts joined by their shortest
    bridges, one after the other."""
    import numpy as np
    from scipy.sparse.csgraph import connected_components
    from sklearn.neighbors import kneighbors_graph

    graph = kneighbors_graph(distances, k, metric="precomputed", mode="distance").tolil()
    while True:
        count, part = connected_components(graph, directed=False)
        if count == 1:
            return graph.tocsr()
        shortest = (np.inf, 0, 0)
        for one in range(count):
            inside, outside = np.flatnonzero(part == one), np.flatnonzero(part != one)
            between = distances[np.ix_(inside, outside)]
            i, j = np.unravel_index(between.argmin(), between.shape)
            shortest = min(shortest, (between[i, j], inside[i], outside[j]))
        length, i, j = shortest
        graph[i, j] = length


def trust(a, s, options):
    from sklearn.manifold import trustworthiness

    def run():
        return trustworthiness(a["x"], a["y"], n_neighbors=int(s["one"]))

    def result(_):
        numbers = {}
        for k in (1, 12, 100):
            numbers["trust %d" % k] = trustworthiness(a["x"], a["y"], n_neighbors=k)
            numbers["continuity %d" % k] = trustworthiness(a["y"], a["x"], n_neighbors=k)
        return {}, numbers

    return run, result


def answers(a, s, options):
    """Rows block by block: the kernel of all at once would not fit into memory."""
    import numpy as np
    from sklearn.decomposition import PCA
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC

    block = options.pop("block")
    scale, pca = StandardScaler(), PCA(4, svd_solver="full")
    x, y = scale.fit_transform(a["x"]), a["y"].ravel().astype(int)
    placed = pca.fit_transform(x)
    if s["way"] == "knn":
        way, predictor = pca, KNeighborsClassifier(5, **options).fit(placed, y)
    else:
        way = KernelRidge(alpha=0.01, kernel="rbf", gamma=0.5 / 5**2, **options).fit(x, placed)
        unit = placed.var(axis=0).mean()
        predictor = SVC(C=1, gamma=1 / unit / 4).fit(placed, y)

    def run():
        told = []
        for at in range(0, len(a["test"]), block):
            rows = scale.transform(a["test"][at:at + block])
            told.append(predictor.predict(pca.transform(rows) if s["way"] == "knn" else way.predict(rows)))
        return np.concatenate(told)

    return run, lambda told: ({"told": told}, {})


def tsne(a, s, options):
    from sklearn.manifold import TSNE

    def run():
        return TSNE(perplexity=s["perplexity"], n_iter=int(s["steps"]), init="pca", learning_rate="auto", random_state=1, **options).fit_transform(a["x"])

    return run, lambda y: ({"y": y}, {})


R_PEER = """
library(%(library)s)
file <- commandArgs(TRUE)
x <- matrix(readBin(file[1], "double", as.integer(file[2]) * as.integer(file[3])), ncol = as.integer(file[3]), byrow = TRUE)
asked <- file("stdin", "r")
cat("ready\\n")
while (length(word <- readLines(asked, 1)) > 0) {
    if (word == "run") y <- %(call)s
    else writeBin(as.vector(t(y)), file[4])
    cat("done\\n")
}
"""


def in_r(library, call, a):
    """A call of a library of R on the rows x, which gives a matrix of places, in an interpreter of its own."""
    import atexit
    import shutil
    import subprocess
    import tempfile

    import numpy as np

    if not shutil.which("Rscript") or subprocess.run(["Rscript", "-e", "library(%s)" % library], capture_output=True).returncode:
        raise ImportError("R with %s: not installed" % library)
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, True)
    program, rows, placed = (os.path.join(folder, name) for name in ("peer.R", "rows", "placed"))
    with open(program, "w") as text:
        text.write(R_PEER % {"library": library, "call": call})
    np.ascontiguousarray(a["x"], dtype="<f8").tofile(rows)
    n, d = a["x"].shape
    peer = subprocess.Popen(["Rscript", program, rows, str(n), str(d), placed], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    atexit.register(peer.kill)

    def ask(word):
        if word:
            peer.stdin.write(word + "\n")
            peer.stdin.flush()
        while True:  # libraries print of their own
            line = peer.stdout.readline()
            if not line:
                raise RuntimeError(library + " ended")
            if line.strip() in ("ready", "done"):
                return

    ask("")

    def result(_):
        ask("result")
        return {"y": np.fromfile(placed, "<f8").reshape(n, 2)}, {}

    return lambda: ask("run"), result


def rtsne(a, s, options):
    call = "Rtsne(x, pca = FALSE, check_duplicates = FALSE, perplexity = %(perplexity)g, max_iter = %(steps)d, num_threads = %(num_threads)d)$Y"
    return in_r("Rtsne", call % {"perplexity": s["perplexity"], "steps": int(s["steps"]), **options}, a)


def umap(a, s, options):
    """Its own defaults but for how many neighbours are looked at, as many as the perplexity."""
    given = "".join(", %s = %d" % (name, v) for name, v in options.items())
    return in_r("uwot", "umap(x, n_neighbors = %d%s)" % (s["perplexity"], given), a)


TASKS = {f.__name__: f for f in (isomap, eigenmaps, knn, krr, centres, grid, svm, svr, elm, logistic, tree, c45, gmlvq,
                                 forest, eat, mvu, tsne, rtsne, umap, sentence, trust, answers)}
TASKS.update(lle=aligned("standard"), ltsa=aligned("ltsa"))


def load(q):
    import numpy as np
    found, missing = versions()
    if missing:
        raise ImportError(", ".join(missing) + ": not installed")
    arrays = {name: np.load(path) for name, path in q.get("arrays", {}).items()}
    options = eval("dict(" + q.get("option", "") + ")")  # arguments as documentation writes them
    return TASKS[q["task"]](arrays, q.get("settings", {}), options), found


def written(arrays, folder):
    import numpy as np
    files = {}
    for name, values in arrays.items():
        files[name] = os.path.join(folder, "peer-" + name + ".npy")
        values = np.ascontiguousarray(values, dtype="<f8")
        np.save(files[name], values if values.ndim == 2 else values.reshape(-1, 1))
    return files


def main():
    run = result = last = None
    for line in sys.stdin:
        q, reply = json.loads(line), {}
        try:
            if q["do"] == "hello":
                found, missing = versions()
                reply = {"versions": found, "error": ", ".join(missing) and ", ".join(missing) + ": not installed"}
            elif q["do"] == "load":
                (run, result), found = load(q)
                reply = {"versions": found}
            elif q["do"] == "run":
                last = None
                gc.collect()
                before, start = processor_time(), time.perf_counter()
                last = run()
                took = time.perf_counter() - start
                reply = {"seconds": took, "cpu": processor_time() - before, "peak": peak()}
            elif q["do"] == "result":
                arrays, numbers = result(last)
                reply = {"arrays": written(arrays, q["folder"]), "numbers": numbers}
        except Exception as e:  # the next request may do better
            reply = {"error": "%s: %s" % (type(e).__name__, e)}
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


main()
