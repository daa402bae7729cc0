package dev.sojourn.dispatcher.crawl;

import dev.sojourn.crawl.core.Command;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.visits.SiteView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/// Handles failed commands. A fault of this program at one site does not end other sites. A failure
/// of the store ends the crawl, since no later result could be kept.
///
/// May be used by any number of threads.
final class CommandFaults {
  private static final System.Logger LOG = System.getLogger(CommandFaults.class.getName());

  private final Recorder recorder;
  private final Consumer<IOException> failures;

  /// Records events.
  @FunctionalInterface
  interface Recorder {
    /// @param reason one sentence
    void record(SiteView site, Event event, String reason) throws IOException;
  }

  /// @param recorder records the event of a fault
  /// @param failures receives the failure that ends the crawl
  CommandFaults(Recorder recorder, Consumer<IOException> failures) {
    this.recorder = recorder;
    this.failures = failures;
  }

  /// Reports the fault to the site of the command, or ends the crawl.
  ///
  /// @param fault the fault that the command threw
  void contain(SiteView site, Command command, Throwable fault) {
    // No switch over types: the JVM needs memory to link such a switch, and the fault may be a lack
    // of memory.
    if (fault instanceof IOException e) {
      failures.accept(e);
    } else if (fault instanceof UncheckedIOException e) {
      failures.accept(new IOException("It failed: " + e.getMessage(), e));
    } else {
      LOG.log(System.Logger.Level.ERROR, "A command of the crawl failed by a fault of ours", fault);
      end(site, command, fault);
    }
  }

  /// No other thread finishes the work that was begun here. Without an event the crawl would wait
  /// for the work for ever.
  private void end(SiteView site, Command command, Throwable fault) {
    var reason = reason(fault);
    try {
      var event = command.failed(reason);
      if (event.isEmpty()) {
        failures.accept(new IOException(reason, fault));
        return;
      }
      recorder.record(site, event.get(), reason);
    } catch (IOException e) {
      failures.accept(e);
    } catch (RuntimeException | Error e) {
      failures.accept(new IOException(reason(e), e));
    }
  }

  private static String reason(Throwable fault) {
    return fault instanceof OutOfMemoryError
        ? "It needs more memory than this program has; give it more, as with"
            + " JAVA_TOOL_OPTIONS=-Xmx4g, and go on with --resume."
        : "It failed by a fault of this program: " + fault.getClass().getName() + ".";
  }
}
