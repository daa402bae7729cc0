package dev.sojourn.sandbox.worker;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.page.view.ViewLimits;
import dev.sojourn.sandbox.ReadPage;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The statements about uses that come with a page.
final class PageStatementsTest {
  private static final PageUrl URL = PageUrl.parse("https://h.example/d/p").orElseThrow();

  @Test
  void fieldsOfSeveralLinesAreOneDictionary() {
    assertThat(of(Map.of("Content-Usage", List.of("train-ai=n", "search=y, x=1"))))
        .isEqualTo(new PageUsage(Map.of("train-ai", false, "search", true), Map.of(), List.of()));
  }

  @Test
  void aFieldThatIsNoDictionaryStatesNothing() {
    assertThat(of(Map.of("Content-Usage", List.of("Train AI: no!")))).isEqualTo(PageUsage.NONE);
  }

  @Test
  void signalsOfAFieldCountAsThoseOfRobotsTxt() {
    assertThat(of(Map.of("Content-Signal", List.of("search=yes, ai-train=no", "search=no"))))
        .isEqualTo(new PageUsage(Map.of(), Map.of("search", false, "ai-train", false), List.of()));
  }

  @Test
  void elementsOfTheHeadStateTheSameAndTheDenialHolds() {
    var metas =
        List.of(
            new PageMeta("content-usage", "search=n"),
            new PageMeta("CONTENT-SIGNAL", "ai-input=no"),
            new PageMeta("content-usage", "no dictionary at all!"),
            new PageMeta("robots", "search=n"));
    var stated =
        PageStatements.of(
            name -> name.equals("Content-Usage") ? List.of("search=y") : List.of(),
            metas,
            List.of());
    assertThat(stated)
        .isEqualTo(new PageUsage(Map.of("search", false), Map.of("ai-input", false), List.of()));
  }

  @Test
  void licencesComeFromFieldsThenFromThePage() {
    assertThat(
            licences(
                "<l1>; rel=license, </l2>; title=\"a, b\"; rel=\"next license\","
                    + " <no>; rel=next; rel=license, <https://o.example/l3>;REL=LICENSE"))
        .containsExactly(
            "https://h.example/d/l1",
            "https://h.example/l2",
            "https://o.example/l3",
            "https://h.example/own");
  }

  @Test
  void aFieldThatNeverEndsIsReadToItsLimit() {
    assertThat(licences("<".repeat(1_000_000))).containsExactly("https://h.example/own");
    assertThat(licences("<a>;rel=\"license".repeat(100_000))).hasSizeLessThan(20);
    assertThat(licences("<a>;rel=license,".repeat(100_000)))
        .containsExactly("https://h.example/d/a", "https://h.example/own");
  }

  @Test
  void licencesOfAFieldAtALongUrlAreNoMoreThanCount() {
    var at = PageUrl.parse("https://h.example/" + "d".repeat(1_900) + "/").orElseThrow();
    var field =
        IntStream.range(0, 4_000).mapToObj("<%d>;rel=license"::formatted).collect(joining(","));
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assertThat(licences(field, at)).hasSize(PageUsage.MAX_LICENCES);
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThat(licences(field, at)).hasSize(PageUsage.MAX_LICENCES);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(8 << 20);
  }

  /// Each statement was once joined with all before it, which took memory by the square.
  @ParameterizedTest
  @CsvSource({
    "Content-Usage, '%1$d=n, a%1$d=n, b%1$d=y, c%1$d=y, d%1$d=y, e%1$d=n'",
    "Content-Signal, 'a%1$d=no, b%1$d=yes, c%1$d=yes, d%1$d=no'",
    "robots, 'a%1$d, b%1$d, c%1$d, noindex, max-snippet:%1$d'"
  })
  void statementsAndDirectivesInAnyNumberTakeMemoryInProportion(String name, String content) {
    long few = allocatedFor(name, content, ViewLimits.METAS / 10);
    long all = allocatedFor(name, content, ViewLimits.METAS);
    assertThat(all).isBetween(few, 20 * few);
  }

  private static long allocatedFor(String name, String content, int elements) {
    var metas = new ArrayList<PageMeta>();
    var lines = new ArrayList<String>();
    for (int i = 0; i < elements; i++) {
      metas.add(new PageMeta(name, content.formatted(i)));
      if (i % 50 == 0) {
        lines.add((content.formatted(i) + ", ").repeat(400) + "z=y");
      }
    }
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    var usage = PageStatements.of(n -> n.equals(name) ? lines : List.of(), metas, List.of());
    var directives = PageDirectives.of(lines, metas, "SojournBot");
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(usage.contentUsage().size() + usage.contentSignals().size()).isLessThan(200);
    assertThat(directives.noindex()).isEqualTo(name.equals("robots"));
    return allocated;
  }

  private static List<String> licences(String field) {
    return licences(field, URL);
  }

  private static List<String> licences(String field, PageUrl at) {
    var fields = Map.of("Content-Type", List.of("text/html"), "Link", List.of(field));
    var page = ReadPage.of(at, fields, "<head><link rel=license href=https://h.example/own>");
    return PageStatements.of(_ -> List.of(), List.of(), page.view().licences()).licences();
  }

  private static PageUsage of(Map<String, List<String>> fields) {
    return PageStatements.of(name -> fields.getOrDefault(name, List.of()), List.of(), List.of());
  }
}
