package dev.sojourn.sandbox.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Page;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.ReadPage;
import dev.sojourn.sandbox.worker.meter.StackRoom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A full stack, on a thread as visits have one: an action of the worker is refused as a whole,
/// before it begins, or is done.
class StackRoomTest {
  private static final int STACK_BYTES = 256 << 10;

  /// That many attempts at most, each with room for some more calls than the one before.
  private static final int ATTEMPTS = 1_000;

  private static final int CALLS_BETWEEN = 8;

  private static final String HTML =
      "<!DOCTYPE html><html lang=en><head><title>T &amp; &CounterClockwiseContourIntegral;</title>"
          + "<meta name=robots content='noindex, max-snippet:5'><base href=/b/></head><body><h1>O"
          + "<svg><path/></svg></h1><table><tr><td>x<p>y</table><select><option>a</select>"
          + "<a href='../c?d=&eacute;#f' rel=nofollow>l</a><p>".repeat(20);

  /// From attempt to question, with the question itself.
  private static final int FRAMES_ABOVE = 5;

  record Inner(Map<String, List<Integer>> map, Instant when) {}

  record Nest(Object inner) {}

  record Sample(String text, double number, List<Inner> inner) {}

  /// As a worker does before the first agent comes.
  @BeforeAll
  static void warmUp() {
    StackRoom.forState();
  }

  static Stream<Consumer<Page>> questions() {
    var finding =
        new Sample("é\u0001", 1e300, List.of(new Inner(Map.of("k", List.of(1)), Instant.EPOCH)));
    return Stream.of(
        Page::title,
        Page::headings,
        Page::text,
        Page::links,
        Page::linkContexts,
        Page::metas,
        Page::structuredData,
        Page::usage,
        Page::bytes,
        Page::language,
        Page::directives,
        Page::body,
        Page::digest,
        page -> page.header("X"),
        _ -> {
          StackRoom.forAnswer();
          new FindingJson(10_000).write(finding);
        },
        _ -> {
          StackRoom.forAnswer();
          new FindingJson(10_000).write(deep());
        });
  }

  /// The deepest finding that may be reported.
  private static Nest deep() {
    Object inner = "innermost";
    for (int i = 0; i < 15; i++) {
      inner = List.of(new Nest(inner));
    }
    return new Nest(inner);
  }

  @ParameterizedTest
  @MethodSource("questions")
  void whatBeginsHasRoomToItsEnd(Consumer<Page> question) throws InterruptedException {
    var pages = new ArrayDeque<>(Stream.generate(StackRoomTest::page).limit(ATTEMPTS).toList());
    var attempts = new Attempts(() -> question.accept(pages.remove()));
    attempts.makeAll();
    assertThat(attempts.done).isPositive();
    assertThat(attempts.refused).isPositive();
    // Each overflow was in the method that makes room, or before it was called.
    assertThat(attempts.deeper).isEmpty();
  }

  @Test
  void roomIsAskedForAsOftenAsThereAreFrames() throws InterruptedException {
    var answers = new Attempts(StackRoom::forAnswer);
    answers.makeAll();
    var states = new Attempts(StackRoom::forState);
    states.makeAll();
    assertThat(states.refused).isGreaterThan(answers.refused);
  }

  private static Page page() {
    var url = PageUrl.parse("http://x.example/").orElseThrow();
    var content = ReadPage.of(url, Map.of("Content-Type", List.of("text/html")), HTML);
    return new GuestPage(content, "test", new Parts(content));
  }

  /// A visit that answers for the parts of a page. They are at hand, as if the host had sent them.
  private static final class Parts implements GuestPage.Questions {
    private final Map<PageDetail, byte[]> parts = new EnumMap<>(PageDetail.class);

    Parts(PageReply.Content page) {
      for (var detail : PageDetail.values()) {
        parts.put(detail, ReadPage.detail(page, detail));
      }
    }

    @Override
    public void noindex(GuestPage page) {}

    @Override
    public void shortened(GuestPage page, Set<PagePart> views) {}

    @Override
    public byte[] detail(GuestPage page, PageDetail detail) {
      return Objects.requireNonNull(parts.get(detail));
    }

    @Override
    public PageUsage usage(String url) {
      return PageUsage.NONE;
    }
  }

  /// Fills a stack, and tries again from each frame on the way back.
  private static final class Attempts implements Runnable {
    private final Runnable attempt;
    private final TreeSet<String> deeper = new TreeSet<>();
    private int calls;
    private int refused;
    private int done;

    Attempts(Runnable attempt) {
      this.attempt = attempt;
    }

    void makeAll() throws InterruptedException {
      var thread = new Thread(null, this, "full", STACK_BYTES, false);
      thread.setDaemon(true);
      thread.start();
      assertThat(thread.join(Duration.ofSeconds(60))).isTrue();
    }

    @Override
    public void run() {
      dig(Long.MAX_VALUE);
    }

    private void dig(long left) {
      if (left == 0) {
        return;
      }
      try {
        dig(left - 1);
      } catch (StackOverflowError _) {
        // On the way back there is room for one call more each time.
      }
      if (done == 0 && refused < ATTEMPTS && calls++ % CALLS_BETWEEN == 0) {
        make();
      }
    }

    private void make() {
      try {
        StackRoom.forAnswer(); // Filling in a trace takes long, and is of no use here.
      } catch (StackOverflowError _) {
        refused++;
        return;
      }
      try {
        attempt.run();
        done++;
      } catch (StackOverflowError e) {
        refused++;
        note(e.getStackTrace());
      }
    }

    private void note(StackTraceElement[] trace) {
      var above =
          Arrays.stream(trace)
              .map(StackTraceElement::toString)
              .takeWhile(frame -> !frame.contains(".dig("))
              .toList();
      if (above.size() > FRAMES_ABOVE
          && above.stream()
              .noneMatch(
                  frame -> frame.contains(".StackRoom.") || frame.contains(".StackFrames."))) {
        deeper.add(above.getFirst());
      }
    }
  }
}
