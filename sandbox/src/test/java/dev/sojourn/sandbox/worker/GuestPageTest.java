package dev.sojourn.sandbox.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.ReadPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class GuestPageTest {
  private static final String URL = "http://x.example/a";
  private static final PageUsage DENIED =
      new PageUsage(Map.of("search", false), Map.of("ai-train", false), List.of("http://x/l"));
  private static final Map<String, List<String>> FIELDS =
      Map.of("Content-Type", List.of("text/html"), "Content-Usage", List.of("train-ai=n"));

  private final List<String> asked = new ArrayList<>();

  @Test
  void itsPrintIsThatOfTheHostWhichIsAskedOnceForTheUsesOfThePage() {
    var page = page(DENIED);
    var known = page.known();

    assertThat(known.print())
        .contains(
            PagePrint.of(page.digest(), name -> FIELDS.getOrDefault(name, List.of()), DENIED));
    assertThat(known.print()).isNotEqualTo(page(PageUsage.NONE).known().print());
    asked.clear();

    assertThat(page.usage().denies("search")).isTrue();
    assertThat(page.usage().denies("train-ai")).isTrue();
    assertThat(page.known()).isEqualTo(known);
    assertThat(asked).isEmpty();
  }

  private GuestPage page(PageUsage site) {
    var url = PageUrl.parse(URL).orElseThrow();
    return new GuestPage(
        ReadPage.of(url, FIELDS, "<title>A</title>"),
        "test",
        new GuestPage.Questions() {
          @Override
          public void noindex(GuestPage page) {}

          @Override
          public void shortened(GuestPage page, Set<PagePart> views) {}

          @Override
          public byte[] detail(GuestPage page, PageDetail detail) {
            throw new IllegalStateException("nobody asks for it");
          }

          @Override
          public PageUsage usage(String of) {
            asked.add(of);
            return site;
          }
        });
  }
}
