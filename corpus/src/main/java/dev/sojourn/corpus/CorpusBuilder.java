package dev.sojourn.corpus;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;

/// The program that builds the corpus: a list, and one file for each jar, state and script. Its
/// input is the tables of attacks, and attacks that are written byte by byte.
///
/// ```
///  corpus/list.tsv       number, kind, family, name, outcome, wall, part of the reason, class, data
///  corpus/N.jar          code of attack N; for a script N.txt
///  corpus/N.data         its data, if it has some
/// ```
public final class CorpusBuilder {
  private static final String IDLE = "guest.jar.Idle";

  private CorpusBuilder() {}

  /// Builds the corpus.
  ///
  /// @param arguments the directory of the tables, and the directory in which `corpus` is created
  /// @throws IOException if a file cannot be read or written
  public static void main(String[] arguments) throws IOException {
    var attacks = attacks(Path.of(arguments[0]));
    var target = Files.createDirectories(Path.of(arguments[1]).resolve("corpus"));
    var lines = new ArrayList<String>();
    var names = new HashSet<String>();
    for (var attack : attacks) {
      int number = lines.size() + 1;
      if (!names.add(attack.family() + " " + attack.name())) {
        throw new IllegalArgumentException("twice: " + attack.family() + ": " + attack.name());
      }
      lines.add(attack.line(number));
      var code = number + (attack.kind().equals("script") ? ".txt" : ".jar");
      Files.write(target.resolve(code), attack.jar());
      if (attack.data().isPresent()) {
        Files.write(target.resolve(number + ".data"), attack.data().get());
      }
    }
    Files.write(target.resolve("list.tsv"), lines);
  }

  private static List<CorpusAttack> attacks(Path tables) throws IOException {
    var rows = new ArrayList<AttackTable.Row>();
    try (var files = Files.list(tables)) {
      for (var file : files.filter(f -> f.toString().endsWith(".txt")).sorted().toList()) {
        rows.addAll(AttackTable.read(file));
      }
    }
    var sources = new LinkedHashMap<String, String>();
    for (var row : rows) {
      if (isCode(row)) {
        sources.putAll(AgentSources.of(row));
      }
    }
    sources.putAll(ClassFileAttacks.SOURCES);
    sources.putAll(StateAttacks.SOURCES);
    sources.putAll(ViewAttacks.SOURCES);
    sources.putAll(CrowdAttacks.SOURCES);
    sources.put(
        IDLE,
        "package guest.jar; import dev.sojourn.agent.*; public class Idle implements Agent {"
            + " public Next visit(Visit visit) { return Next.done(); } }");
    var classes = AgentSources.compile(sources);
    var attacks = new ArrayList<CorpusAttack>();
    for (var row : rows) {
      attacks.add(attack(row, classes));
    }
    attacks.addAll(
        ClassFileAttacks.of(
            Objects.requireNonNull(classes.get(ClassFileAttacks.AGENT)),
            Objects.requireNonNull(classes.get(ClassFileAttacks.REPORTER))));
    attacks.addAll(JarAttacks.of(IDLE, Objects.requireNonNull(classes.get(IDLE))));
    attacks.addAll(CrowdAttacks.of(Objects.requireNonNull(classes.get(CrowdAttacks.AGENT))));
    attacks.addAll(ViewAttacks.of(Objects.requireNonNull(classes.get(ViewAttacks.AGENT))));
    return attacks;
  }

  private static boolean isCode(AttackTable.Row row) {
    return row.kind().equals("code") || row.kind().equals("honest");
  }

  private static CorpusAttack attack(
      AttackTable.Row row, Map<String, SortedMap<String, byte[]>> classes) {
    return switch (row.kind()) {
      case "state" -> StateAttacks.of(row, Objects.requireNonNull(classes.get(StateAttacks.AGENT)));
      case "script" ->
          CorpusAttack.of(row, "", row.body().getBytes(StandardCharsets.UTF_8), Optional.empty());
      case "page" -> ViewAttacks.page(row, Objects.requireNonNull(classes.get(ViewAttacks.AGENT)));
      default -> {
        var own = new LinkedHashMap<String, byte[]>();
        AgentSources.of(row).keySet().forEach(name -> own.putAll(classes.get(name)));
        yield CorpusAttack.of(row, row.binaryName(), Jars.of(own), Optional.empty());
      }
    };
  }
}
