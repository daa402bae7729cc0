package dev.sojourn.sandbox.reader.process;

import dev.sojourn.base.ThreadUse;
import dev.sojourn.page.parse.PageParser;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.sandbox.pipe.ReadOrder;
import dev.sojourn.sandbox.pipe.ReadReply;
import dev.sojourn.sandbox.pipe.ReaderPipe;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/// Reads one page after another, on one thread, each within the processor time of its order.
final class PageReading {
  private final ReaderPipe pipe;

  PageReading(ReaderPipe pipe) {
    this.pipe = pipe;
  }

  /// Thrown to give up a page.
  private static final class TooSlowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooSlowException() {
      super(null, null, false, false);
    }
  }

  /// Reads pages until the pipe closes.
  void run() throws IOException {
    while (true) {
      pipe.send(reply(pipe.readOrder()));
    }
  }

  /// Reads the page of an order. The stack may overflow at any place of the parser, whose elements
  /// are nested at most to a fixed depth; such a page counts as unreadable.
  static ReadReply reply(ReadOrder order) {
    try {
      var octets = octets(order);
      return octets.length > mostBytes(order.wanted())
          ? new ReadReply.Failed("its view has " + octets.length + " bytes")
          : new ReadReply.Done(octets);
    } catch (TooSlowException _) {
      return new ReadReply.TooSlow();
    } catch (RuntimeException | StackOverflowError e) {
      return new ReadReply.Failed("the parser failed: " + e.getClass().getSimpleName());
    }
  }

  private static int mostBytes(ReadOrder.Wanted wanted) {
    return wanted == ReadOrder.Wanted.TREE ? TreeView.MAX_BYTES : PageView.MAX_BYTES;
  }

  private static byte[] octets(ReadOrder order) {
    var parser = new PageParser(order.source(), check(order.cpuMillis()));
    return switch (order.wanted()) {
      case PAGE -> parser.view().octets();
      case TREE -> parser.tree().octets();
      case TEXT -> parser.text().getBytes(StandardCharsets.UTF_8);
    };
  }

  private static Runnable check(int cpuMillis) {
    var thread = Thread.currentThread();
    long end = ThreadUse.of(thread).cpuNanos() + TimeUnit.MILLISECONDS.toNanos(cpuMillis);
    return () -> {
      if (ThreadUse.of(thread).cpuNanos() > end) {
        throw new TooSlowException();
      }
    };
  }
}
