package dev.sojourn.lab.sandbox;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.lab.sandbox.guest.PageReader;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Pages of 25 KB from memory to agents in real workers. A round trip is the time from one request
/// of a visit to its next: the page there, and the request back. One visit waits for each page, so
/// it shows only its round trip; several visits show the capacity of the pipe.
final class PipeFigures {
  private static final int PAGE_BYTES = 25_600;
  private static final double LEAST_PAGES = 20_000;
  private static final double MOST_MICROS = 100;
  private static final int MOST_SAMPLES = 1 << 20;

  private final Duration warm;
  private final Duration measured;
  private final PageReply page;

  /// @param warm before it counts
  /// @param measured how long it counts
  PipeFigures(Duration warm, Duration measured) {
    this.warm = warm;
    this.measured = measured;
    this.page =
        Visits.content(
            PageUrl.parse(Visits.ORIGIN + "/").orElseThrow(),
            Map.of("Content-Type", List.of("text/html; charset=utf-8")),
            html().getBytes(StandardCharsets.UTF_8));
  }

  /// The pages that one visit got in the time that counts.
  private final class Reader {
    private final long begins = System.nanoTime() + warm.toNanos();
    private final long ends = begins + measured.toNanos();
    private final double[] micros = new double[MOST_SAMPLES];
    private int pages;
    private long last;

    PageReply next() {
      long now = System.nanoTime();
      if (now > ends) {
        return new PageReply.Missing(404, "enough");
      }
      if (now > begins) {
        if (last != 0 && pages < MOST_SAMPLES) {
          micros[pages++] = (now - last) / 1e3;
        }
        last = now;
      }
      return page;
    }

    double[] micros() {
      return Arrays.copyOf(micros, pages);
    }
  }

  List<Figure> measure() throws IOException, InterruptedException {
    var figures = new ArrayList<Figure>();
    var jar = GuestCode.jar(PageReader.class, false, "pages");
    try (var sandbox = ProcessSandbox.open(SandboxSettings.defaults())) {
      figures.addAll(read(sandbox, jar, "unread", 1, 1));
      figures.addAll(read(sandbox, jar, "unread", 1, 4));
      figures.addAll(read(sandbox, jar, "unread", 2, 4));
      figures.addAll(read(sandbox, jar, "parsed", 1, 1));
    }
    return figures;
  }

  private List<Figure> read(Sandbox sandbox, byte[] jar, String how, int workers, int visits)
      throws InterruptedException {
    var readers = new ArrayList<Reader>();
    var visiting = new ArrayList<VisitHandle>();
    var limits = Visits.limits(Duration.ofMinutes(5), Duration.ofMinutes(5));
    for (int i = 0; i < workers * visits; i++) {
      var reader = new Reader();
      readers.add(reader);
      var order =
          Visits.order("signer" + i % workers, jar, PageReader.class.getName(), "/" + how, limits);
      visiting.add(sandbox.start(order, new SilentDesk(reader::next, _ -> {})));
    }
    for (var each : visiting) {
      var end = each.await();
      if (!(end instanceof VisitEnd.Finished)) {
        throw new IllegalStateException(end + " (expected: finished)");
      }
    }
    var micros = readers.stream().flatMapToDouble(r -> Arrays.stream(r.micros())).toArray();
    double rate = micros.length / (measured.toMillis() / 1e3);
    var who =
        "pages of 25 KB, %s, %d worker%s, %d visit%s at once"
            .formatted(how, workers, workers == 1 ? "" : "s", visits, visits == 1 ? "" : "s each");
    double median = Figure.at(micros, 0.5);
    double low = Figure.at(micros, 0.05);
    double high = Figure.at(micros, 0.99);
    boolean unread = how.equals("unread") && workers == 1;
    return List.of(
        unread && visits > 1
            ? Figure.atLeast("pages", who, "pages/s", rate, rate, rate, LEAST_PAGES)
            : Figure.of("pages", who, "pages/s", rate, rate, rate),
        unread && visits == 1
            ? Figure.atMost("pages", who + ": round trip", "µs", median, low, high, MOST_MICROS)
            : Figure.of("pages", who + ": round trip", "µs", median, low, high));
  }

  /// A page as sites have them: text in paragraphs, some links.
  private static String html() {
    var text = new StringBuilder("<!DOCTYPE html><html lang=en><head><title>A page</title></head>");
    for (int i = 0; text.length() < PAGE_BYTES - 400; i++) {
      text.append("<h2>Part ").append(i).append("</h2><p class=\"text\">Some words about ");
      text.append("a thing that is <em>described</em> here, with <a href=\"/part/").append(i);
      text.append(".html\">a link</a> and more words to read, as pages have them.</p>\n");
    }
    text.append("<!--");
    while (text.length() < PAGE_BYTES - 3) {
      text.append('.');
    }
    return text.append("-->").toString();
  }
}
