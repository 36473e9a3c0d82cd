// Writes j48.json: what J48, the C4.5 of Weka, makes of data sets. Run with Weka
// 3.6.14 (Debian package weka) and Java 17, in the folder of the data sets:
//
//     java -cp /usr/share/java/weka.jar j48.java > j48.json
//
// Classes and levels are numbered as they appear. Numbers are multiplied by 1000,
// which C4.5 does not notice: Weka takes cells for equal that differ by less than
// 1e-5, and a cell for one at the threshold that exceeds it by less than 1e-6.
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.zip.GZIPInputStream;
import weka.classifiers.trees.J48;
import weka.core.*;

class Reference {
    // The sets, and which of their columns are categorical: numbers from 0, or "all".
    static final String[][] SETS = {
        {"iris.csv", ""}, {"wine.csv", ""}, {"glass.csv", ""}, {"ionosphere.csv", ""},
        {"pima_diabetes.csv", ""}, {"vowel.csv", ""}, {"waveform.csv", ""},
        {"page_blocks.csv", ""}, {"spambase.csv", ""}, {"letter.csv.gz", ""},
        {"breast_cancer_wisconsin.csv", ""},
        {"tic_tac_toe.csv", "all"}, {"splice.csv", "all"}, {"vote.csv", "all"},
        {"zoo.csv", "all"}, {"dermatology.csv", "10"},
        {"hepatitis.csv", "1 2 3 4 5 6 7 8 9 10 11 12 18"},
        {"heart_statlog.csv", "1 2 5 6 8 10 12"},
        {"australian_credit.csv", "0 3 4 5 7 8 10 11"},
        {"breast_cancer_wisconsin.csv", "all"},
    };
    static final String[][] WAYS = {{"whole", "-U"}, {"lowered", "-S"}, {"raised", ""}, {"small", "-C 0.125 -M 5"}};

    public static void main(String[] none) throws Exception {
        StringBuilder out = new StringBuilder("[\n");
        for (String[] set : SETS) {
            Instances all = read(set[0], set[1]);
            out.append(out.length() > 2 ? ",\n" : "");
            out.append(String.format("{\"file\": \"%s\", \"categorical\": \"%s\"", set[0], set[1]));
            for (String[] way : WAYS) {
                J48 tree = learn(all, way[1]);
                out.append(String.format(",\n \"%s\": {\"leaves\": %d, \"size\": %d, \"right\": %d}", way[0],
                    (int) tree.measureNumLeaves(), (int) tree.measureTreeSize(), right(tree, all)));
            }
            Instances half = new Instances(all, 0);
            for (int i = 0; i < all.numInstances(); i += 2) half.add(all.instance(i));
            J48 tree = learn(half, "");
            out.append(String.format(",\n \"half\": {\"leaves\": %d, \"size\": %d, \"told\": \"", (int) tree.measureNumLeaves(), (int) tree.measureTreeSize()));
            for (int i = 1; i < all.numInstances(); i += 2) out.append(Character.forDigit((int) tree.classifyInstance(all.instance(i)), 36));
            out.append("\"}}");
        }
        System.out.println(out.append("\n]"));
    }

    static J48 learn(Instances rows, String options) throws Exception {
        J48 tree = new J48();
        tree.setOptions(Utils.splitOptions(options));
        tree.buildClassifier(rows);
        return tree;
    }

    static int right(J48 tree, Instances rows) throws Exception {
        int right = 0;
        for (int i = 0; i < rows.numInstances(); i++) if (tree.classifyInstance(rows.instance(i)) == rows.instance(i).classValue()) right++;
        return right;
    }

    static Instances read(String file, String categorical) throws Exception {
        InputStream in = Files.newInputStream(Path.of(file));
        if (file.endsWith(".gz")) in = new GZIPInputStream(in);
        List<String[]> lines = new ArrayList<>();
        try (BufferedReader r = new BufferedReader(new InputStreamReader(in))) {
            for (String line; (line = r.readLine()) != null; ) lines.add(line.split(",", -1));
        }
        String[] head = lines.remove(0);
        List<String> chosen = List.of(categorical.split(" "));
        FastVector columns = new FastVector();
        for (int j = 0; j < head.length; j++) {
            boolean number = j < head.length - 1 && !categorical.equals("all") && !chosen.contains("" + j);
            columns.addElement(number ? new Attribute(head[j]) : new Attribute(head[j], levels(lines, j)));
        }
        Instances rows = new Instances(file, columns, lines.size());
        rows.setClassIndex(head.length - 1);
        for (String[] line : lines) {
            double[] cells = new double[head.length];
            for (int j = 0; j < head.length; j++) {
                Attribute a = rows.attribute(j);
                if (line[j].isEmpty()) cells[j] = Instance.missingValue();
                else cells[j] = a.isNumeric() ? 1000 * Double.parseDouble(line[j]) : a.indexOfValue(line[j]);
            }
            rows.add(new Instance(1, cells));
        }
        return rows;
    }

    static FastVector levels(List<String[]> lines, int j) {
        FastVector levels = new FastVector();
        for (String[] line : lines) if (!line[j].isEmpty() && !levels.contains(line[j])) levels.addElement(line[j]);
        return levels;
    }
}
