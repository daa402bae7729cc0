package dev.sojourn.crawl.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which pages are one page in several languages.
final class LanguageUrlTest {
  @ParameterizedTest
  @CsvSource({
    "http://a/docs/en/x.html, '', http://a/docs/x.html, en",
    "http://a/pt-BR/x, pt-br, http://a/x, pt-br",
    "http://a/zh_CN/x, '', http://a/x, zh-cn",
    "http://a/x?lang=de&p=1, '', http://a/x?p=1, de",
    "http://a/x?p=1&hl=fr, fr, http://a/x?p=1&, fr",
    "http://a/index.html.en, '', http://a/index.html, en",
    "http://a/index.de.html, de, http://a/index.html, de",
    "http://a/index_fr.html, fr, http://a/index.html, fr",
    "http://a/x, EN, http://a/x, en",
  })
  void takesTheLanguageOutOfAUrl(String url, String stated, String rest, String language) {
    assertThat(LanguageUrl.of(url, stated)).isEqualTo(new LanguageUrl(rest, language));
  }

  @ParameterizedTest
  @CsvSource({
    // The department of computers of an English company, and that for people.
    "http://a/it/contact, en",
    "http://a/hr/contact, en",
    "http://a/plan_it.html, ''",
    "http://a/vw/x, ''",
    "http://a/english/x, ''",
    "http://en.a.example/x, ''",
    "http://a/x?ref=de, ''",
  })
  void aWordThatIsNoLanguageStays(String url, String stated) {
    assertThat(LanguageUrl.of(url, stated)).isEqualTo(new LanguageUrl(url, stated));
  }

  /// A search looks at thousands of URLs, and a site chooses them.
  @Test
  void aUrlWithAThousandLanguagesIsNotPutTogetherForEach() {
    var url = "http://a/x?" + "lang=de&".repeat(1_000);
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assertThat(LanguageUrl.of(url, "").language()).isEqualTo("de");
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThat(LanguageUrl.of(url, "").rest()).hasSize(url.length() - "lang=de&".length());
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2 << 20);
  }

  private static List<String> shown(String... urls) {
    var copies = new LanguageCopies();
    for (int i = 0; i < urls.length; i++) {
      copies.add(i, LanguageUrl.of(urls[i], ""));
    }
    return copies.first(100).stream().map(one -> urls[one.index()] + " " + one.copies()).toList();
  }

  @Test
  void theBestCopyIsShownAndTheOthersAreCounted() {
    assertThat(shown("http://a/de/1", "http://a/en/2", "http://a/en/1", "http://a/fr/1"))
        .containsExactly("http://a/de/1 2", "http://a/en/2 0");
  }

  @Test
  void pagesOfTwoSitesAndPagesInTheSameLanguageAreNoCopies() {
    assertThat(shown("http://a/de/1", "http://b/en/1", "http://a/de/1.de"))
        .containsExactly("http://a/de/1 0", "http://b/en/1 0", "http://a/de/1.de 0");
    assertThat(shown("http://a/1", "http://a/en/1"))
        .containsExactly("http://a/1 0", "http://a/en/1 0");
  }
}
