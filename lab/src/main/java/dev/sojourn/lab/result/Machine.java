package dev.sojourn.lab.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.ArrayList;
import java.util.List;

/// The machine and the programs of an experiment: `machine.json`.
///
/// @param started when the experiment began, as ISO 8601 in UTC
/// @param command the command line that began it
/// @param sojourn version of Sojourn
/// @param commit of the sources from which Sojourn was built; empty if that is not known
/// @param isChanged whether these sources differed from the commit
/// @param java version and vendor of Java
/// @param system name, version and architecture of the operating system
/// @param processor model name; empty if the system does not report it
/// @param processors how many this program may use
/// @param memoryBytes memory of the machine; 0 if the system does not report it
/// @param loadBefore the load average of the last minute when the experiment began; -1 if the
///   system does not report it. Other work on the machine makes figures of time worthless
/// @param javaOptions those that the environment adds to every Java program, as
///   `SOJOURN_JAVA_OPTIONS=-Xmx1g`; empty if there are none, or an earlier version wrote the file
/// @param found the answer, about other runs, that the experiment file had already; empty if it had
///   none, or an earlier version wrote the file
/// @param crawlers the other crawlers; none if an earlier version wrote the file
/// @param settings those that do not vary, with their units; with several variants, all that
///   differ; none if an earlier version wrote the file
public record Machine(
    String started,
    String command,
    String sojourn,
    @JsonSetter(nulls = Nulls.AS_EMPTY) String commit,
    boolean isChanged,
    String java,
    String system,
    String processor,
    int processors,
    long memoryBytes,
    double loadBefore,
    @JsonSetter(nulls = Nulls.AS_EMPTY) String javaOptions,
    @JsonSetter(nulls = Nulls.AS_EMPTY) String found,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<CrawlerVersion> crawlers,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<Setting> settings) {
  /// The memory that a system keeps for itself differs a little from start to start.
  private static final double SAME_MEMORY = 0.01;

  /// Copies the lists.
  public Machine {
    crawlers = List.copyOf(crawlers);
    settings = List.copyOf(settings);
  }

  /// {@return the sources from which Sojourn was built, in words; empty if that is not known}
  public String sources() {
    return commit.isEmpty() ? "" : "commit " + commit + (isChanged ? ", changed" : "");
  }

  /// {@return each condition that differs and may change figures, as `Java 26 (before: 25)`; load
  /// and command do not count}
  ///
  /// @param before the machine with which this is compared
  public List<String> differences(Machine before) {
    var differences = new ArrayList<String>();
    note(differences, "Sojourn", sojourn, before.sojourn);
    note(differences, "sources", orNone(sources()), orNone(before.sources()));
    note(differences, "Java", java, before.java);
    note(differences, "Java options", orNone(javaOptions), orNone(before.javaOptions));
    note(differences, "system", system, before.system);
    note(differences, "processor", orNone(processor), orNone(before.processor));
    note(
        differences,
        "processors",
        Integer.toString(processors),
        Integer.toString(before.processors));
    for (var crawler : crawlers) {
      before.crawlers.stream()
          .filter(earlier -> earlier.name().equals(crawler.name()))
          .forEach(
              earlier ->
                  note(
                      differences,
                      crawler.name(),
                      orNone(crawler.version()),
                      orNone(earlier.version())));
    }
    double most = Math.max(memoryBytes, before.memoryBytes);
    if (Math.abs((double) memoryBytes - before.memoryBytes) > SAME_MEMORY * most) {
      note(
          differences,
          "bytes of memory",
          Long.toString(memoryBytes),
          Long.toString(before.memoryBytes));
    }
    return differences;
  }

  private static String orNone(String text) {
    return text.isEmpty() ? "none" : text;
  }

  private static void note(List<String> differences, String name, String now, String before) {
    if (!now.equals(before)) {
      differences.add("%s %s (before: %s)".formatted(name, now, before));
    }
  }
}
