package dev.sojourn.sandbox.worker.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.esotericsoftware.kryo.io.Output;
import dev.sojourn.agent.Directives;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.KnownPages;
import dev.sojourn.agent.Link;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.sandbox.worker.VisitStub;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The state of a frontier: as it is written now, as it was written before bodies had marks, and
/// forged.
final class FrontierStateTest {
  private static final int FRONTIER = 302;

  private final StateCodec codec = new StateCodec(List.of(), 1 << 20);

  @Test
  void keepsTheLinksOfEqualBodiesAndWhatCameOfThem() {
    var frontier = new Frontier();
    frontier.addLinks(page("http://h/0/", "d", "http://h/0/a"));
    frontier.next();
    for (int i = 1; i <= 6; i++) {
      frontier.addLinks(page("http://h/" + i + "/", "d", "http://h/" + i + "/a"));
    }
    for (int i = 1; i <= 3; i++) {
      assertThat(frontier.hasNext()).isTrue();
      frontier.addLinks(page(frontier.next(), "d"));
    }

    var restored = codec.read(codec.write(frontier), Frontier.class);
    for (int i = 7; i <= 20; i++) {
      restored.addLinks(page("http://h/" + i + "/", "d", "http://h/" + i + "/a"));
    }
    var left = new ArrayList<String>();
    while (restored.hasNext()) {
      left.add(restored.next());
    }

    assertThat(left)
        .containsExactly(
            "http://h/4/a", "http://h/5/a", "http://h/6/a", "http://h/7/a", "http://h/8/a");
    assertThat(restored.isNew(page("http://h/x", "d2"))).isTrue();
  }

  @Test
  void keepsUnderWhichUrlABodyIsKept() {
    var frontier = new Frontier();
    assertThat(frontier.isNew(page("http://h/docs/", "d"))).isTrue();

    var restored = codec.read(codec.write(frontier), Frontier.class);

    assertThat(restored.isNew(page("http://h/docs/x", "d"))).isFalse();
    assertThat(restored.isBetterUrl(page("http://h/docs/x", "d"))).isFalse();
    assertThat(restored.isBetterUrl(page("http://h/d", "d"))).isTrue();
  }

  @Test
  void keepsThePriorityOfEachUrl() {
    var frontier = new Frontier();
    var expected = new ArrayList<String>();
    for (var priority : Frontier.Priority.values()) {
      for (int i = 0; i < 600; i++) {
        expected.add("http://h/" + priority + "/" + i);
      }
    }
    for (int i = 0; i < 600; i++) {
      for (var priority : Frontier.Priority.values()) {
        frontier.add("http://h/" + priority + "/" + i, priority);
      }
    }

    var restored = codec.read(codec.write(frontier), Frontier.class);

    assertThat(expected).allSatisfy(url -> assertThat(restored.next()).isEqualTo(url));
    assertThat(restored.hasNext()).isFalse();
  }

  /// A walk in breadth over a generated site, saved and read again now and then.
  @Test
  void agreesWithANaiveFrontierThroughManyStates() {
    var random = new Random(5);
    var codec = new StateCodec(List.of(), 16 << 20);
    var frontier = new Frontier();
    var seen = new HashSet<String>();
    var waiting = new ArrayDeque<Frontier.Candidate>();
    frontier.add("http://h/0");
    seen.add("http://h/0");
    waiting.add(new Frontier.Candidate("http://h/0", Optional.empty(), 0));
    for (int pages = 0; !waiting.isEmpty(); pages++) {
      var next = waiting.removeFirst();
      assertThat(frontier.hasNext()).isTrue();
      assertThat(frontier.take()).isEqualTo(next);
      var links = new String[pages < 2_000 ? random.nextInt(12) : 0];
      for (int i = 0; i < links.length; i++) {
        links[i] = "http://h/" + random.nextInt(9_000);
        if (seen.add(links[i])) {
          waiting.add(found(links[i], next.url(), next.depth() + 1));
        }
      }
      frontier.addLinks(page(next.url(), next.url(), links));
      if (random.nextInt(300) == 0) {
        frontier = codec.read(codec.write(frontier), Frontier.class);
      }
      assertThat(frontier.size()).isEqualTo(waiting.size());
    }
    assertThat(frontier.hasNext()).isFalse();
    assertThat(seen).hasSizeGreaterThan(5_000);
  }

  @Test
  void keepsItsLimitsAndCounters() {
    var frontier = new Frontier();
    frontier.limitDepth(1);
    frontier.limitPages(2);
    frontier.add("http://h/");
    frontier.next();
    frontier.addLinks(page("http://h/", "d", "http://h/a", "http://h/b"));
    frontier.next();
    frontier.addLinks(page("http://h/a", "e", "http://h/c"));

    var restored = codec.read(codec.write(frontier), Frontier.class);

    assertThat(restored.hasNext()).isFalse();
    assertThat(restored.counts()).isEqualTo(frontier.counts());
    assertThat(restored.counts().words()).isEqualTo("2 pages, 1 URLs waiting, 1 links too deep");
  }

  @Test
  void keepsWhereTheWaitingUrlsWereFound() {
    var frontier = new Frontier();
    frontier.add("http://h/");
    frontier.next();
    frontier.addLinks(page("http://h/", "d", "http://h/a", "http://h/b"));
    frontier.next();
    frontier.addLinks(page("http://h/a", "e", "http://h/c"));
    frontier.addLinks(page("http://h/x/", "d", "http://h/x/a"));

    var restored = codec.read(codec.write(frontier), Frontier.class);

    assertThat(restored.take()).isEqualTo(found("http://h/b", "http://h/", 1));
    assertThat(restored.take()).isEqualTo(found("http://h/c", "http://h/a", 2));
    assertThat(restored.take()).isEqualTo(found("http://h/x/a", "http://h/x/", 2));
    assertThat(restored.hasNext()).isFalse();
  }

  @Test
  void keepsTheKnownPagesThatAreStillToCome() {
    var frontier = new Frontier();
    var known = KnownPages.of(List.of(known("http://h/a", 1), known("http://h/b", 2)));
    frontier.begin(VisitStub.of(known));
    frontier.take();

    var restored = codec.read(codec.write(frontier), Frontier.class);

    assertThat(restored.take().known()).contains(known("http://h/b", 2));
    assertThat(restored.isNew(page("http://h/c", "0000000000000001"))).isTrue();
    assertThat(restored.next()).isEqualTo("http://h/a");
    assertThat(restored.hasNext()).isFalse();
  }

  @Test
  void aFrontierThatTookMoreKnownPagesThanThereAreIsRefused() {
    var frontier = new Frontier();
    frontier.begin(VisitStub.of(KnownPages.of(List.of(known("http://h/a", 1)))));
    var state = codec.write(frontier);
    state[state.length - 1] = 2;

    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.read(state, Frontier.class))
        .withMessageContaining("took 2 of 1 known pages");
  }

  private static KnownPage known(String url, int body) {
    return new KnownPage(
        url, Optional.empty(), Optional.of(new PagePrint(body, 0, 0)), PageValidators.NONE);
  }

  private static Frontier.Candidate found(String url, String page, int depth) {
    return new Frontier.Candidate(url, Optional.of(page), depth);
  }

  @Test
  void readsNoFormatThatItDoesNotKnow() {
    var state = begun();
    state.writeVarInt(2, true);

    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.read(state.toBytes(), Frontier.class))
        .withMessageContaining("format 2 (expected: 1)");
  }

  /// As the agent API takes it, written down again: states that exist depend on it.
  private static long print(String text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    return hash ^ hash >>> 31;
  }

  private static Output begun() {
    var state = new Output(1 << 16);
    state.writeByte(1);
    state.writeVarInt(FRONTIER, true);
    state.writeVarInt(1, true);
    return state;
  }

  private static void text(Output state, String text) {
    var bytes = text.getBytes(UTF_8);
    state.writeVarInt(bytes.length * 2, true);
    state.writeBytes(bytes);
  }

  /// A page that has only the parts that the frontier reads.
  private static Page page(String url, String digest, String... links) {
    var found = new ArrayList<Link>();
    for (var link : links) {
      found.add(new Link(link, "", false));
    }
    return (Page)
        Proxy.newProxyInstance(
            Page.class.getClassLoader(),
            new Class<?>[] {Page.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "url" -> url;
                  case "digest" -> digest;
                  case "links" -> found;
                  case "linksTooLong", "linksWithUser" -> 0;
                  case "directives" -> Directives.NONE;
                  case "canonical" -> Optional.empty();
                  case "shortened" -> Set.of();
                  default -> throw new IllegalStateException(method.getName());
                });
  }
}
