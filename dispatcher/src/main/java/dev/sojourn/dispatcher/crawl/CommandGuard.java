package dev.sojourn.dispatcher.crawl;

import dev.sojourn.dispatcher.core.Command;
import dev.sojourn.dispatcher.core.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/// The guard around commands: a fault of this program at one site ends no other site. A failure of
/// the store ends the crawl, since nothing later could be kept either.
///
/// May be used by any number of threads.
final class CommandGuard {
  private static final System.Logger LOG = System.getLogger(CommandGuard.class.getName());

  private final Recorder recorder;
  private final Consumer<IOException> failures;

  /// Writes events down.
  @FunctionalInterface
  interface Recorder {
    void record(SiteContext site, Event event) throws IOException;
  }

  /// Blocks its thread until a command is carried out.
  @FunctionalInterface
  interface Work {
    void run() throws IOException, InterruptedException;
  }

  /// @param recorder writes down the event of a fault
  /// @param failures hears the failure that ends the crawl
  CommandGuard(Recorder recorder, Consumer<IOException> failures) {
    this.recorder = recorder;
    this.failures = failures;
  }

  void carryOut(SiteContext site, Command command, Work work) {
    try {
      work.run();
    } catch (IOException e) {
      failures.accept(e);
    } catch (UncheckedIOException e) {
      failures.accept(new IOException("It failed: " + e.getMessage(), e));
    } catch (InterruptedException e) {
      // The crawl stops; the command is still wanted when it is resumed.
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.ERROR, "A command of the crawl failed by a fault of ours", e);
      contain(site, command, e);
    }
  }

  /// Nobody would finish the work that was begun here: without an event the crawl would wait for it
  /// for ever.
  private void contain(SiteContext site, Command command, Throwable fault) {
    var reason = reason(fault);
    try {
      var event = command.failed(reason);
      if (event.isEmpty()) {
        failures.accept(new IOException(reason, fault));
        return;
      }
      if (event.get() instanceof Event.SiteUnreachable) {
        site.trouble(reason);
      }
      recorder.record(site, event.get());
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
