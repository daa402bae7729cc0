package dev.sojourn.visit.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.robots.Route;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SourceRobotsTest {
  private static final String SITE = "http://site.example";

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicReference<Content> answer = new AtomicReference<>();
  private final SourceRobots robots =
      new SourceRobots(
          SITE,
          _ -> {
            reads.incrementAndGet();
            return answer.get();
          },
          Duration.ofMinutes(1),
          now::get);

  @Test
  void theFileIsReadAgainWhenItsTimeIsOver() {
    answer.set(file("User-agent: *\nDisallow: /a\n"));
    assertThat(allows("/a")).isFalse();
    answer.set(file("User-agent: *\nDisallow: /b\n"));
    later(Duration.ofSeconds(59));
    assertThat(allows("/a")).isFalse();
    assertThat(reads).hasValue(1);

    later(Duration.ofSeconds(1));

    assertThat(allows("/a")).isTrue();
    assertThat(allows("/b")).isFalse();
    assertThat(reads).hasValue(2);
  }

  @Test
  void noFileMeansNoRules() {
    answer.set(new Content.Missing(404, "none"));

    assertThat(allows("/a")).isTrue();
  }

  @Test
  void aSourceThatFailsFromTheBeginningAllowsNothing() {
    answer.set(new Content.Missing(0, "down", PageOutcome.NO_CONNECTION));

    assertThat(allows("/a")).isFalse();
    assertThat(robots.get().route("/")).isEqualTo(new Route.Indeterminate());
    later(Duration.ofSeconds(5));
    answer.set(file(""));
    assertThat(allows("/a")).isTrue();
  }

  @Test
  void theCopyCountsForADayWithItsRoutesWhileTheSourceFails() {
    answer.set(file("User-agent: *\nDisallow: /a\nMobile-agent-server: / atp://h.example:10434\n"));
    assertThat(allows("/a")).isFalse();
    answer.set(new Content.Missing(503, "down"));
    later(Duration.ofMinutes(1));

    assertThat(allows("/a")).isFalse();
    assertThat(allows("/b")).isTrue();
    assertThat(robots.get().route("/")).isInstanceOf(Route.Host.class);

    later(Duration.ofHours(25));
    assertThat(robots.get().route("/")).isEqualTo(new Route.Indeterminate());
  }

  /// For callers that must not wait for the source.
  @Test
  void rulesThatAreHeldAreGivenWithoutARead() {
    assertThat(robots.fresh()).isEmpty();
    assertThat(robots.held()).isEmpty();
    answer.set(new Content.Missing(503, "down"));
    assertThat(allows("/a")).isFalse();
    assertThat(robots.fresh()).as("the source is down").isEmpty();
    assertThat(robots.held()).isEmpty();

    later(Duration.ofMinutes(1));
    answer.set(file("User-agent: *\nDisallow: /a\n"));
    assertThat(allows("/a")).isFalse();
    assertThat(robots.fresh()).isPresent();
    later(Duration.ofMinutes(1));
    assertThat(robots.fresh()).as("its time is over").isEmpty();
    assertThat(robots.held()).isPresent();

    answer.set(new Content.Missing(503, "down"));
    assertThat(allows("/b")).isTrue();
    assertThat(robots.fresh()).as("the copy counts").isPresent();
    later(Duration.ofHours(25));
    assertThat(robots.held()).as("the copy is too old").isEmpty();
    assertThat(reads).hasValue(3);
  }

  /// A caller that asks for the names in the file must not take silence for a file without names.
  @Test
  void thereIsAFileOnlyWhereTheSiteGaveOne() {
    answer.set(new Content.Missing(503, "down"));
    assertThat(robots.file()).isEmpty();
    answer.set(file("Sitemap: http://site.example/s.xml\n"));
    later(Duration.ofMinutes(1));
    assertThat(robots.file().orElseThrow().sitemaps()).containsExactly("http://site.example/s.xml");
    answer.set(new Content.Missing(503, "down"));
    later(Duration.ofMinutes(1));
    assertThat(robots.file().orElseThrow().sitemaps()).containsExactly("http://site.example/s.xml");
    answer.set(new Content.Missing(404, "none", PageOutcome.CLIENT_ERROR));
    later(Duration.ofMinutes(1));
    assertThat(robots.file()).isEmpty();
  }

  @Test
  void aRedirectWithinTheSiteIsFollowedAndOneOutOfItIsNot() {
    answer.set(new Content.Redirect(url("http://169.254.169.254/robots.txt")));
    assertThat(allows("/a")).isFalse();
    assertThat(reads).hasValue(1);

    var inside =
        new SourceRobots(
            SITE,
            asked ->
                asked.path().equals("/robots.txt")
                    ? new Content.Redirect(url(SITE + "/rules.txt"))
                    : file("User-agent: *\nDisallow: /a\n"),
            Duration.ofMinutes(1),
            now::get);
    assertThat(inside.get().access("ExampleBot", SITE + "/a").allowed()).isFalse();
    assertThat(inside.get().access("ExampleBot", SITE + "/b").allowed()).isTrue();
  }

  @Test
  void anErrorOfTheSourceIsAFailureOfTheFile() {
    var failing =
        new SourceRobots(
            SITE,
            _ -> {
              throw new IOException("disk");
            },
            Duration.ofMinutes(1),
            now::get);

    assertThat(failing.get().access("ExampleBot", SITE + "/").allowed()).isFalse();
  }

  private boolean allows(String path) {
    return robots.get().access("ExampleBot", SITE + path).allowed();
  }

  private void later(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  private static Content file(String text) {
    return new Content.Found(
        url(SITE + "/robots.txt"), 200, Map.of(), text.getBytes(StandardCharsets.UTF_8));
  }

  private static PageUrl url(String text) {
    return PageUrl.parse(text).orElseThrow();
  }
}
