package dev.sojourn.host.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.zip.ZipFile;

/// The attacks that are part of this program, in a jar that is not on its class path.
///
/// @param jar the jar with the attacks and the programs of hostile processes
/// @param attacks the attacks, in the order of the list
/// @param honest an honest agent that the attacks must not harm
public record Corpus(Path jar, List<Attack> attacks, Attack honest) {
  /// The family of forged packages, which is not in the list of the jar.
  public static final String PACKAGES = "identity";

  /// The program of a worker that follows a script.
  static final String SCRIPTED_WORKER = "dev.sojourn.corpus.ScriptedWorker";

  /// The program of a reader that pages take over.
  static final String TAKEN_READER = "dev.sojourn.corpus.TakenReader";

  private static final int COLUMNS = 9;

  /// Copies the list.
  public Corpus {
    attacks = List.copyOf(attacks);
  }

  /// {@return the jar that is installed with this program}
  ///
  /// @throws IOException if there is no such jar
  public static Path ofThisProgram() throws IOException {
    var home = Path.of(System.getProperty("sojourn.home", "."));
    var folder = home.resolve("corpus");
    if (Files.isDirectory(folder)) {
      try (var files = Files.newDirectoryStream(folder, "sojourn-corpus*.jar")) {
        for (var file : files) {
          return file;
        }
      }
    }
    throw new IOException("this distribution has no corpus in " + folder);
  }

  /// Reads a corpus.
  ///
  /// @param jar the jar made by the build
  /// @return all attacks in it
  /// @throws IOException if the jar cannot be read
  public static Corpus open(Path jar) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      var attacks = new ArrayList<Attack>();
      var list = new String(read(zip, "corpus/list.tsv"), StandardCharsets.UTF_8);
      for (var line : list.lines().toList()) {
        attacks.add(attack(zip, line.split("\t", -1)));
      }
      var honest =
          attacks.stream()
              .filter(a -> a.kind() == Attack.Kind.HONEST)
              .findFirst()
              .orElseThrow(() -> new IOException("the corpus has no honest agent"));
      attacks.remove(honest);
      return new Corpus(jar, attacks, honest);
    }
  }

  /// {@return the families that can be tried: the families of the attacks, and [#PACKAGES]}
  public SortedSet<String> families() {
    var names = new TreeSet<>(Set.of(PACKAGES));
    attacks.forEach(attack -> names.add(attack.family()));
    return names;
  }

  /// {@return a corpus with the attacks of some families only}
  ///
  /// @param families the names of the families
  public Corpus only(List<String> families) {
    return new Corpus(
        jar, attacks.stream().filter(a -> families.contains(a.family())).toList(), honest);
  }

  private static Attack attack(ZipFile zip, String[] columns) throws IOException {
    if (columns.length != COLUMNS) {
      throw new IOException("a line of the corpus has " + columns.length + " columns");
    }
    var kind =
        switch (columns[1]) {
          case "code" -> Attack.Kind.CODE;
          case "state" -> Attack.Kind.STATE;
          case "script" -> Attack.Kind.SCRIPT;
          case "view" -> Attack.Kind.VIEW;
          case "tree" -> Attack.Kind.TREE;
          case "page" -> Attack.Kind.PAGE;
          case "honest" -> Attack.Kind.HONEST;
          default -> throw new IOException("kind of an attack: " + columns[1]);
        };
    var file = "corpus/" + columns[0];
    return new Attack(
        kind,
        columns[2],
        columns[3],
        new Attack.Expectation(columns[4], columns[5], columns[6]),
        columns[7],
        read(zip, file + (kind == Attack.Kind.SCRIPT ? ".txt" : ".jar")),
        columns[8].isEmpty() ? Optional.empty() : Optional.of(read(zip, file + ".data")));
  }

  private static byte[] read(ZipFile zip, String name) throws IOException {
    var entry = zip.getEntry(name);
    if (entry == null) {
      throw new IOException("the corpus lacks " + name);
    }
    try (var in = zip.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }
}
