package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Honest agents beside a hostile one, of the same signer and of another: their results come home
/// complete, and each once. They are in the middle of their visits while the hostile one comes and
/// ends.
class SideBySideIT {
  private static final int PAGES = 40;
  private static final int HOSTILE_COMES_AT = 10;
  private static final int HOSTILE_IS_OVER_AT = 30;
  private static final int MAX_SECONDS = 120;
  private static final VisitLimits LIMITS =
      Orders.limits(Duration.ofSeconds(20), Duration.ofMillis(300), 1L << 30);

  /// The limits of an honest one, which waits for the hostile one.
  private static final VisitLimits PATIENT =
      Orders.limits(Duration.ofMinutes(4), Duration.ofSeconds(10), 2L << 30);

  private static final byte[] HONEST =
      AgentSource.agent(
          """
          private int page;
          record Seen(int page) {}
          public Next visit(Visit visit) {
            while (page < 40) {
              if (visit.fetch("http://127.0.0.1:8080/" + page) instanceof Page) {
                visit.report(new Seen(page));
              }
              page++;
              visit.checkpoint();
            }
            return Next.done();
          }
          """);

  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(4, 8);

  /// One for each end: denied, stopped by a limit of its own or of the pages, and two that cost
  /// their worker.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "System.exit(0);",
        "while (true) {}",
        "return Next.park(null);",
        "while (true) visit.fetch(\"http://127.0.0.1:8080/x\");",
        "var l = new ArrayList<int[]>(); while (true) l.add(new int[10_000]);",
        "List<Object> b = new ArrayList<>(); for (int i = 0; i < 60; i++) b = new"
            + " ArrayList<>(List.of(b, b)); visit.log(\"\" + b.hashCode());",
      })
  void honestFindingsAreCompleteBeside(String attack) throws Exception {
    assertCompleteBeside(attack);
  }

  @Tag("long-form")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "while (true) try { while (true) {} } catch (Throwable t) {}",
        "while (true) visit.report(new Loot(\"x\"));",
        "for (int i = 0; ; i++) visit.refer(\"http://127.0.0.1:8080/\" + i);",
        "Object kept = null; while (true) kept = new int[1 << 12];",
        "visit.log(String.join(\"\", Collections.nCopies(2_000, \"x\".repeat(1 << 20))));",
        "new ArrayList<Object>(new AbstractCollection<Object>() { public int size() { return"
            + " Integer.MAX_VALUE; } public Iterator<Object> iterator() { return null; } });",
      })
  void honestFindingsAreCompleteBesideAny(String attack) throws Exception {
    assertCompleteBeside(attack);
  }

  private static void assertCompleteBeside(String attack) throws Exception {
    var hostile =
        AgentSource.agent(
            "record Loot(Object value) {} public Next visit(Visit visit) { if (true) { "
                + attack
                + " } return Next.done(); }");
    var comes = new CountDownLatch(2);
    var over = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var ofTheSame = threads.submit(() -> home("signer", comes, over));
      var ofAnother = threads.submit(() -> home("another", comes, over));
      assertThat(comes.await(MAX_SECONDS, TimeUnit.SECONDS)).isTrue();
      var end =
          SANDBOX
              .start(Orders.of("signer", hostile, LIMITS), RecordingServices.ofHtml("<p>x"))
              .await();
      over.countDown();

      assertThat(end).isNotInstanceOf(VisitEnd.Finished.class);
      var complete = IntStream.range(0, PAGES).mapToObj(page -> "{\"page\":" + page + "}").toList();
      assertThat(ofTheSame.get(MAX_SECONDS, TimeUnit.SECONDS)).isEqualTo(complete);
      assertThat(ofAnother.get(MAX_SECONDS, TimeUnit.SECONDS)).isEqualTo(complete);
    }
  }

  /// Makes an honest visit, and goes on from its saved state if another visit cost it its worker.
  private static List<String> home(String signer, CountDownLatch comes, CountDownLatch over)
      throws Exception {
    var desk = new SavingDesk(comes, over);
    while (true) {
      var order = Orders.of(signer, HONEST, PATIENT, desk.saved);
      var end = SANDBOX.start(order, desk).await();
      if (end instanceof VisitEnd.WorkerEnded killed && killed.bystander()) {
        desk.unsaved.clear();
        continue;
      }
      assertThat(end).isInstanceOf(VisitEnd.Finished.class);
      desk.kept.addAll(desk.unsaved);
      return desk.kept;
    }
  }

  /// Keeps findings as a host does: those said before the state was saved.
  private static final class SavingDesk implements VisitServices {
    private final List<String> kept = new ArrayList<>();
    private final List<String> unsaved = new ArrayList<>();
    private final CountDownLatch comes;
    private final CountDownLatch over;
    private volatile Optional<byte[]> saved = Optional.empty();

    SavingDesk(CountDownLatch comes, CountDownLatch over) {
      this.comes = comes;
      this.over = over;
    }

    @Override
    public PageReply page(PageRequest request) throws InterruptedException {
      var url = request.url();
      int page = Integer.parseInt(url.path().substring(1));
      if (page == HOSTILE_COMES_AT) {
        comes.countDown();
      }
      if (page == HOSTILE_IS_OVER_AT && !over.await(MAX_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the hostile visit has no end");
      }
      return RecordingServices.html(url, "<p>" + page);
    }

    @Override
    public Optional<byte[]> detail(PageDetail detail) {
      throw new IllegalStateException(detail + " was never asked for");
    }

    @Override
    public void finding(byte[] json) {
      unsaved.add(new String(json, StandardCharsets.UTF_8));
    }

    @Override
    public void checkpoint(byte[] state, VisitSpending spent) {
      kept.addAll(unsaved);
      unsaved.clear();
      saved = Optional.of(state);
    }

    @Override
    public void refer(PageUrl url) {
      throw new IllegalStateException(url + " was never referred to");
    }

    @Override
    public void log(String line) {
      throw new IllegalStateException(line + " was never said");
    }
  }
}
