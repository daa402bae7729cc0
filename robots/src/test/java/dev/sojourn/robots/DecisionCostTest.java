package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a decision may cost: no allocation, and processor time that is linear. The bounds on time
/// are many times what is needed and a small part of what quadratic work would take, so that they
/// hold on any machine.
class DecisionCostTest {

  private static final int DECISIONS = 2_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void aDecisionByPrefixAllocatesNothing() {
    var robots = rules(1_000, i -> "/section/" + i);
    allocatesNothing(() -> robots.allows("ExampleBot", "https://example.com/section/77/x?y=z"));
  }

  @Test
  void aDecisionAmongFewWildcardsAllocatesNothing() {
    var robots = rules(20, i -> "/*/item-" + i + "*.html$");
    allocatesNothing(() -> robots.allows("ExampleBot", "https://example.com/a/item-7x.html"));
  }

  @Test
  void aDecisionAmongManyWildcardsAllocatesNothing() {
    var robots = rules(1_000, i -> "/*/item-" + i + "*.html$");
    allocatesNothing(() -> robots.allows("ExampleBot", "https://example.com/a/item-77x.html"));
  }

  @Test
  void aDecisionThatSeeksALongPartAllocatesNothing() {
    var robots = rules(1, _ -> "/*" + "a".repeat(30) + "b");
    var url = "/" + "a".repeat(900);
    allocatesNothing(() -> robots.allows("ExampleBot", url));
  }

  @Test
  void aUrlInNeedOfEscapesAllocatesNothing() {
    var robots = rules(10, i -> "/ü" + i + "/*");
    allocatesNothing(
        () -> robots.allows("ExampleBot", "https://example.com/ü7/%7e %zz/\ud83d\ude00"));
  }

  @Test
  void aRouteAllocatesNothing() {
    var file = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      file.append("Mobile-agent-server: /dir")
          .append(i)
          .append(" atp://host")
          .append(i)
          .append('\n');
    }
    var robots = RobotsTxt.parse(file.toString().getBytes(StandardCharsets.UTF_8));
    allocatesNothing(() -> robots.route("https://example.com/dir77/x?y") instanceof Route.Host);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/*A{8000}b",
        "/*A{4000}bA{4000}",
        "/{*a}{4000}*b",
        "/*{ab}{3000}c",
        "/*A{8000}b$"
      })
  void noPatternMakesALongUrlExpensive(String shape) {
    var robots = rules(1, _ -> pattern(shape));
    var url = "/" + "ab".repeat(1_000) + "a".repeat(1_000_000);
    robots.allows("ExampleBot", "/");
    new Bounds(Duration.ofSeconds(1), 8L * url.length())
        .hold(() -> assertThat(robots.allows("ExampleBot", url)).isTrue());
  }

  @Test
  void manyPatternsThatAllBeginToMatchAreEachTriedOnce() {
    var robots = rules(5_000, i -> "/*aaaa*" + "a".repeat(i % 20) + "x" + i);
    var url = "/" + "a".repeat(10_000) + "0123456789x";
    robots.allows("ExampleBot", "/");
    new Bounds(Duration.ofSeconds(5), 1_000_000)
        .hold(() -> assertThat(robots.allows("ExampleBot", url)).isTrue());
  }

  @Test
  void prefixesWithinPrefixesAreSortedAndSoughtInBoundedTime() {
    var longest = "/" + "a".repeat(900);
    new Bounds(Duration.ofSeconds(2), 20_000_000)
        .hold(
            () -> {
              var robots = rules(900, i -> longest.substring(0, i + 1));
              assertThat(robots.allows("ExampleBot", longest + "b")).isFalse();
            });
  }

  /// `A{n}` is n times `a`, `{x}{n}` n times `x`.
  private static String pattern(String shape) {
    var out = new StringBuilder();
    for (int i = 0; i < shape.length(); i++) {
      char c = shape.charAt(i);
      if (c == 'A' || c == '{') {
        int close = c == 'A' ? i : shape.indexOf('}', i);
        var part = c == 'A' ? "a" : shape.substring(i + 1, close);
        int end = shape.indexOf('}', close + 1);
        out.append(part.repeat(Integer.parseInt(shape.substring(close + 2, end))));
        i = end;
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  private static RobotsTxt rules(int count, IntFunction<String> pattern) {
    var file = new StringBuilder("User-agent: *\n");
    for (int i = 0; i < count; i++) {
      file.append("Disallow: ").append(pattern.apply(i)).append('\n');
    }
    return RobotsTxt.parse(
        file.toString().getBytes(StandardCharsets.UTF_8),
        RobotsOptions.STRICT.withLimits(1 << 26, 10_000));
  }

  /// The first decisions may load classes and make what is kept.
  private static void allocatesNothing(BooleanSupplier decision) {
    repeat(decision);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    long unused = THREADS.getCurrentThreadAllocatedBytes() - before;
    before = THREADS.getCurrentThreadAllocatedBytes();
    repeat(decision);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before - unused;
    assertThat(allocated).as("octets for %s decisions", DECISIONS).isLessThan(DECISIONS);
  }

  private static int repeat(BooleanSupplier decision) {
    int yes = 0;
    for (int i = 0; i < DECISIONS; i++) {
      yes += decision.getAsBoolean() ? 1 : 0;
    }
    return yes;
  }
}
