package dev.sojourn.lab.result;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.ArrayList;
import java.util.List;

/// The machine and the programs of an experiment: `machine.json`.
///
/// @param started start of the experiment, as ISO 8601 in UTC
/// @param command the command line of the experiment
/// @param sojourn version of Sojourn
/// @param commit of the sources of this Sojourn; empty if unknown
/// @param isChanged whether these sources differed from the commit
/// @param java version and vendor of Java
/// @param system name, version and architecture of the operating system
/// @param processor model name; empty if the system does not report it
/// @param processors number of processors that this program may use
/// @param memoryBytes memory of the machine; 0 if the system does not report it
/// @param loadBefore load average of the last minute at the start of the experiment; -1 if the
///   system does not report it. Other work on the machine makes time figures worthless.
/// @param javaOptions the options that the environment adds to every Java program, for example
///   `SOJOURN_JAVA_OPTIONS=-Xmx1g`; empty in files of earlier versions
/// @param found the answer about other runs that was in the experiment file; empty if there was
///   none, or in files of earlier versions
/// @param crawlers the other crawlers; none in files of earlier versions
/// @param settings the constant settings, with their units; if constants differ between variants,
///   all their values; none in files of earlier versions
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
  /// Memory sizes within this share count as equal, since a system's own memory differs from boot
  /// to boot.
  private static final double SAME_MEMORY = 0.01;

  /// Copies the lists.
  public Machine {
    crawlers = List.copyOf(crawlers);
    settings = List.copyOf(settings);
  }

  /// {@return the sources of this Sojourn, in words; empty if unknown}
  public String sources() {
    return commit.isEmpty() ? "" : "commit " + commit + (isChanged ? ", changed" : "");
  }

  /// {@return each condition that differs and may change figures, for example `Java 26 (before:
  /// 25)`; load and command do not count}
  ///
  /// @param before the machine to compare with
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
