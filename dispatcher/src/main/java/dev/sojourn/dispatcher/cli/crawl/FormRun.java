package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.Interruption;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.RobotsStanding;
import dev.sojourn.crawl.local.report.SiteContent;
import dev.sojourn.crawl.local.store.FullDiskException;
import dev.sojourn.dispatcher.cli.display.CrawlDisplay;
import dev.sojourn.dispatcher.cli.display.SummaryText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import picocli.CommandLine.Model.CommandSpec;

/// The run of a crawl by one of the forms of `crawl`. It shows the progress, prints the summary,
/// and returns the exit code.
///
/// @param spec the specification of the command
/// @param out the directory of the crawl
/// @param early the command line to repeat after an interrupt before the crawl began; if empty, the
///   usual command line that resumes
/// @param json prints the summary as JSON; empty without `--json`
record FormRun(
    CommandSpec spec,
    Path out,
    Optional<String> early,
    Optional<BiConsumer<PrintWriter, CrawlSummary>> json) {
  /// The crawl stops within two seconds; the remaining time is for its files.
  private static final Duration TIME_TO_STOP = Duration.ofSeconds(40);

  /// The crawl itself.
  @FunctionalInterface
  interface Work {
    /// {@return the summary of the crawl}
    ///
    /// @param display shows the progress
    CrawlSummary make(CrawlDisplay display) throws IOException;
  }

  /// Makes the crawl.
  ///
  /// @return the exit code of the process
  int make(Work work) throws IOException {
    var err = spec.commandLine().getErr();
    try (var interruption = Interruption.ofThisThread(TIME_TO_STOP);
        var display = CrawlDisplay.on(err, json.isEmpty())) {
      var code = ended(work, display, err);
      interruption.exitCode(code);
      return code.code();
    }
  }

  private ExitCode ended(Work work, CrawlDisplay display, PrintWriter err) throws IOException {
    var resume = ResumeCommandLine.of(spec.commandLine().getParseResult(), out);
    CrawlSummary summary;
    try {
      summary = work.make(display);
    } catch (IOException e) {
      if (isOfInterrupt(e)) {
        // The interrupt came before there was a summary, such as before the index was open.
        display.finish();
        SummaryText.printStopped(early.orElse(resume), err);
        return ExitCode.PARTIAL;
      }
      if (e instanceof FullDiskException) {
        throw new CommandException(
            ExitCode.FAILED,
            "The disk of %s is full. What the crawl kept is whole; free some space, and go on with: %s"
                .formatted(out, resume));
      }
      throw e;
    }
    display.finish();
    json.ifPresentOrElse(
        print -> print.accept(spec.commandLine().getOut(), summary),
        () -> SummaryText.print(summary, out, resume, err));
    return exitCode(summary);
  }

  /// Whether a file could not be read or written because the thread was interrupted.
  private static boolean isOfInterrupt(Throwable failure) {
    return failure instanceof ClosedByInterruptException
        || (failure.getCause() != null && isOfInterrupt(failure.getCause()));
  }

  /// The exit code of the process.
  static ExitCode exitCode(CrawlSummary summary) {
    var sites = summary.sites();
    if (!summary.interrupted()) {
      if (sites.stream().allMatch(s -> s.robots() == RobotsStanding.UNREACHABLE)) {
        return ExitCode.UNREACHABLE;
      }
      if (summary.pages() == 0 && sites.stream().anyMatch(s -> !s.disallowedStarts().isEmpty())) {
        return ExitCode.REFUSED;
      }
      if (summary.findings() == 0
          && sites.stream().noneMatch(s -> s.content() == SiteContent.PAGES)) {
        return ExitCode.FAILED;
      }
      if (summary.complete()) {
        return ExitCode.DONE;
      }
    }
    return summary.pages() == 0 && !summary.interrupted() ? ExitCode.FAILED : ExitCode.PARTIAL;
  }
}
