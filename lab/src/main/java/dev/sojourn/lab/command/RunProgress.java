package dev.sojourn.lab.command;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.lab.experiment.Variant;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.run.RunListener;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;

/// Prints the progress of an experiment: a line when a run begins, and a line when it has ended.
final class RunProgress implements RunListener {
  static final int MAX_WARNING_CHARS = 2_000;

  private final PrintWriter err;

  RunProgress(PrintWriter err) {
    this.err = err;
  }

  @Override
  public void warned(String warning) {
    // Results may be from others, so their text must not control the terminal.
    err.println("Warning: " + ForeignText.of(warning).line(MAX_WARNING_CHARS) + ".");
    err.flush();
  }

  @Override
  public void begins(int number, int all, Variant variant) {
    var settings =
        variant.settings().stream()
            .map(setting -> setting.key() + " " + setting.text())
            .collect(Collectors.joining(", "));
    err.printf("run %d of %d%s%n", number, all, settings.isEmpty() ? "" : ": " + settings);
    err.flush();
  }

  @Override
  public void ended(RunResult result) {
    if (result.outcome() != RunOutcome.FAILED) {
      err.printf(
          Locale.ROOT,
          "  %.1f s, %,d pages, %,d bytes over the link",
          result.wallSeconds(),
          result.crawl().pages(),
          result.linkBytes());
      for (var fault : result.faults()) {
        err.printf(
            Locale.ROOT,
            "; %s killed at %.1f s, back at %.1f s",
            fault.kill(),
            fault.atSeconds(),
            fault.backSeconds());
      }
    }
    switch (result.outcome()) {
      case DONE -> err.println();
      case PARTIAL -> err.println("; in part: " + result.reason());
      case FAILED -> err.println("  failed: " + result.reason());
    }
    err.flush();
  }
}
