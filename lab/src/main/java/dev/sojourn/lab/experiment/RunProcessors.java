package dev.sojourn.lab.experiment;

import dev.sojourn.base.toml.TomlSection;
import dev.sojourn.lab.process.InstalledProgram;
import dev.sojourn.lab.process.ProcessorList;
import java.util.Optional;

/// The processors of the two sides of a run.
///
/// @param site of hosts with their workers, and of web servers
/// @param crawler of the dispatcher with its workers, or of another crawler
public record RunProcessors(ProcessorList site, ProcessorList crawler) {
  /// The name of the table.
  static final String TABLE = "processors";

  /// All processors for both sides.
  public static final RunProcessors ALL = new RunProcessors(ProcessorList.ALL, ProcessorList.ALL);

  /// Reads the table `[processors]`.
  ///
  /// @param isToRun whether this machine must have the processors
  static RunProcessors read(TomlSection top, boolean isToRun) {
    var table = top.table(TABLE);
    var site = list(table, "site", isToRun);
    var crawler = list(table, "crawler", isToRun);
    table.finish();
    return new RunProcessors(site, crawler);
  }

  private static ProcessorList list(TomlSection table, String key, boolean isToRun) {
    var text =
        table.value(
            key,
            "numbers of processors, as \"0\" or \"0-3,5\", or \"" + ProcessorList.ALL_WORD + "\"",
            found ->
                found.value() instanceof String list
                    ? ProcessorList.parse(list).map(_ -> list)
                    : Optional.empty());
    table.used(key, text.orElse(ProcessorList.ALL_WORD), 0, "");
    var list = text.flatMap(ProcessorList::parse).orElse(ProcessorList.ALL);
    if (isToRun && !list.equals(ProcessorList.ALL)) {
      requireHere(table, key, list);
    }
    return list;
  }

  private static void requireHere(TomlSection table, String key, ProcessorList list) {
    var here = ProcessorList.of(ProcessHandle.current().pid()).orElse(ProcessorList.ALL);
    var missing = list.without(here);
    if (!missing.equals(ProcessorList.ALL)) {
      table.error(
          key,
          "processors that this program may not use: " + missing,
          "processors of this machine: " + here);
    } else if (!InstalledProgram.isThere(ProcessorList.PROGRAM)) {
      table.error(
          key,
          "\"" + list + "\" without the program " + ProcessorList.PROGRAM,
          "\"all\", or taskset on PATH; install it with: apt install util-linux");
    }
  }
}
