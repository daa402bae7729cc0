package dev.sojourn.visit.sitemap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.sojourn.agent.PageUrl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sitemaps and feeds, honest and hostile.
class SitemapReaderTest {
  private static final String SITE = "https://site.example";
  private static final String XMLNS = " xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";
  private static final int MAX_BYTES = 1 << 20;

  @TempDir Path folder;

  private static Optional<PageUrl> ofSite(String text) {
    return PageUrl.parse(text).filter(url -> url.origin().equals(SITE));
  }

  private static Sitemap read(String text) throws IOException {
    return SitemapReader.read(
        text.getBytes(StandardCharsets.UTF_8), SitemapReader.MAX_BYTES, SitemapReaderTest::ofSite);
  }

  private static Sitemap.Pages pages(String text) throws IOException {
    return (Sitemap.Pages) read(text);
  }

  private static String url(String path, String date) {
    return "<url><loc>%s%s</loc>%s</url>"
        .formatted(SITE, path, date.isEmpty() ? "" : "<lastmod>" + date + "</lastmod>");
  }

  private static String urls(String... entries) {
    return "<?xml version=\"1.0\"?><urlset" + XMLNS + ">" + String.join("", entries) + "</urlset>";
  }

  @Test
  void aPageHasAnotherStampWhenItHasAnotherDate() throws IOException {
    var before = pages(urls(url("/a", "2026-01-01"), url("/b?x=1&amp;y=2", "2026-01-01")));
    var after =
        pages(
            urls(
                url("/a", "2026-01-02"),
                "\n <url>\n <loc>\n "
                    + SITE
                    + "/b?x=1&amp;y=2\n </loc>"
                    + "<lastmod> 2026-01-01 </lastmod></url>"));

    assertThat(before.stamps()).containsOnlyKeys("/a", "/b?x=1&y=2");
    assertThat(after.stamps().get("/a")).isNotEqualTo(before.stamps().get("/a"));
    assertThat(after.stamps().get("/b?x=1&y=2")).isEqualTo(before.stamps().get("/b?x=1&y=2"));
    assertThat(before.isDated()).isTrue();
    assertThat(before.isComplete()).isTrue();
    assertThat(pages(urls(url("/a", ""))).isDated()).isFalse();
  }

  @Test
  void urlsOfOtherSitesAndThoseOfImagesAreLeftOut() throws IOException {
    var pages =
        pages(
            urls(
                url("/a", "2026-01-01"),
                "<url><loc>https://other.example/b</loc></url>",
                "<url><loc>http://site.example/c</loc></url>",
                "<url><loc>https://site.example@other.example/d</loc></url>",
                "<url><loc>javascript:alert(1)</loc></url>",
                "<url><loc></loc></url>",
                "<url><i:image xmlns:i=\"i\"><i:loc>" + SITE + "/e</i:loc></i:image></url>"));

    assertThat(pages.stamps()).containsOnlyKeys("/a");
    assertThat(pages.isDated()).isTrue();
  }

  @Test
  void anIndexNamesSitemapsOfTheSite() throws IOException {
    var index =
        read(
            "<sitemapindex"
                + XMLNS
                + "><sitemap><loc>"
                + SITE
                + "/1.xml</loc></sitemap><sitemap><loc>https://other.example/2.xml</loc></sitemap>"
                + "</sitemapindex>");

    assertThat(index).isEqualTo(new Sitemap.Index(List.of(ofSite(SITE + "/1.xml").orElseThrow())));
  }

  @Test
  void feedsShowTheLatestPagesAlone() throws IOException {
    var rss =
        pages(
            "<rss version=\"2.0\"><channel><link>"
                + SITE
                + "/</link><item><link>"
                + SITE
                + "/a</link><pubDate>Thu, 01 Jan 2026 00:00:00"
                + " GMT</pubDate></item></channel></rss>");
    var atom =
        pages(
            "<feed xmlns=\"http://www.w3.org/2005/Atom\"><link href=\""
                + SITE
                + "/\"/><updated>x</updated><entry><link rel=\"self\" href=\""
                + SITE
                + "/self\"/><link href=\""
                + SITE
                + "/b\"/><updated>2026-01-01T00:00:00Z</updated></entry></feed>");

    assertThat(rss.stamps()).containsOnlyKeys("/a");
    assertThat(atom.stamps()).containsOnlyKeys("/b");
    assertThat(List.of(rss.isComplete(), atom.isComplete(), rss.isDated(), atom.isDated()))
        .containsExactly(false, false, true, true);
  }

  @Test
  void anExternalEntityIsNeitherReadNorAskedFor() throws IOException {
    var secret = Files.writeString(folder.resolve("secret"), SITE + "/secret");
    for (var type :
        List.of(
            "<!DOCTYPE urlset [<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]>",
            "<!DOCTYPE urlset SYSTEM \"" + secret.toUri() + "\">",
            "<!DOCTYPE urlset [<!ENTITY % e SYSTEM \"" + secret.toUri() + "\"> %e;]>")) {
      assertThatThrownBy(() -> read(type + "<urlset><url><loc>&e;</loc></url></urlset>"))
          .isInstanceOf(SitemapException.class);
    }
  }

  @Test
  void entitiesThatMultiplyAreNotRead() {
    var bomb = new StringBuilder("<!DOCTYPE urlset [<!ENTITY e0 \"ha\">");
    for (int i = 1; i < 40; i++) {
      bomb.append("<!ENTITY e%d \"&e%d;&e%d;\">".formatted(i, i - 1, i - 1));
    }
    bomb.append("]><urlset><url><loc>&e39;</loc></url></urlset>");
    assertThatThrownBy(() -> read(bomb.toString())).isInstanceOf(SitemapException.class);
  }

  @Test
  void aSitemapThatSwellsIsNotRead() throws IOException {
    var zipped = gzip(urls(url("/a", "2026-01-01"), " ".repeat(50_000_000)));
    assertThat(zipped.length).isLessThan(MAX_BYTES);
    assertThatThrownBy(() -> SitemapReader.read(zipped, MAX_BYTES, SitemapReaderTest::ofSite))
        .isInstanceOf(SitemapException.class)
        .hasMessage("it is larger than 1048576 bytes without compression");
    var honest =
        SitemapReader.read(gzip(urls(url("/a", ""))), MAX_BYTES, SitemapReaderTest::ofSite);
    assertThat(((Sitemap.Pages) honest).stamps()).containsOnlyKeys("/a");
  }

  /// The parser holds each of these as a whole, at several times its size.
  @Test
  void aSitemapThatIsOneLongCommentIsRefusedByABoundAndNotByMemory() throws IOException {
    var much = "a".repeat(16 << 20);
    for (var text :
        List.of(
            "<!--" + much + "--><urlset/>",
            "<urlset><!--" + much + "--></urlset>",
            "<urlset><?p " + much + "?></urlset>",
            "<urlset a=\"" + much + "\"/>",
            "<urlset " + " ".repeat(16 << 20) + "/>",
            "<!DOCTYPE urlset [" + " ".repeat(16 << 20) + "]><urlset/>")) {
      var zipped = gzip(text);
      long before = allocated();
      assertThatThrownBy(
              () -> SitemapReader.read(zipped, SitemapReader.MAX_BYTES, SitemapReaderTest::ofSite))
          .as(text.substring(0, 20))
          .isInstanceOf(SitemapException.class)
          .hasMessage("a comment, a tag or the like in it is larger than 1048576 bytes");
      assertThat(allocated() - before).as(text.substring(0, 20)).isLessThan(16 << 20);
    }
    for (var text :
        List.of(
            "<" + much,
            "<urlset><![CDATA[" + much + "]]></urlset>",
            "<urlset>&" + much,
            "<urlset xmlns=\"" + much + "\"/>")) {
      var zipped = gzip(text);
      long before = allocated();
      try {
        var _ = SitemapReader.read(zipped, SitemapReader.MAX_BYTES, SitemapReaderTest::ofSite);
      } catch (SitemapException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
      assertThat(allocated() - before).as(text.substring(0, 20)).isLessThan(16 << 20);
    }
  }

  private static long allocated() {
    return ManagementFactory.getPlatformMXBean(ThreadMXBean.class).getCurrentThreadAllocatedBytes();
  }

  @Test
  void aLongTextThatNobodyNeedsIsSkipped() throws IOException {
    var text = "<x:caption xmlns:x=\"x\">" + "a ".repeat(1 << 20) + "</x:caption>";
    var entry = url("/a", "2026-01-01").replace("</url>", text + "</url>");
    assertThat(pages(urls(entry)).stamps()).containsOnlyKeys("/a");
  }

  /// The parser keeps each name that it has seen.
  @Test
  void aSitemapInWhichEachElementHasAnotherNameIsNotRead() {
    for (var form :
        List.of(
            "<n%d/>", "<?n%d?>", "<n a%d=\"\"/>", "<n xmlns:p%d=\"x\"/>", "<n xmlns=\"u%d\"/>")) {
      var text = new StringBuilder("<urlset>");
      for (int i = 0; i <= SitemapReader.MAX_NAMES; i++) {
        text.append(form.formatted(i));
      }
      assertThatThrownBy(() -> read(text + "</urlset>"))
          .as(form)
          .isInstanceOf(SitemapException.class)
          .hasMessage("it uses more than 1000 different names");
    }
  }

  @Test
  void manyMembersOfGzipWithoutContentDoNotOverflowTheStack() throws IOException {
    var member = gzip("");
    var out = new ByteArrayOutputStream();
    for (int i = 0; i < 20_000; i++) {
      out.write(member);
    }
    out.write(gzip(urls()));
    assertThatThrownBy(
            () -> SitemapReader.read(out.toByteArray(), MAX_BYTES, SitemapReaderTest::ofSite))
        .isInstanceOf(SitemapException.class)
        .hasMessage("its compression is broken");

    var two = new ByteArrayOutputStream();
    two.write(gzip("<urlset>" + url("/a", "")));
    two.write(gzip(url("/b", "") + "</urlset>"));
    var both = SitemapReader.read(two.toByteArray(), MAX_BYTES, SitemapReaderTest::ofSite);
    assertThat(((Sitemap.Pages) both).stamps()).containsOnlyKeys("/a", "/b");
  }

  @Test
  void urlsThatFillTheMemoryAreNotRead() {
    var text = new StringBuilder("<urlset>");
    var path = "x".repeat(8_000);
    for (int i = 0; i <= SitemapReader.MAX_URL_CHARS / 8_000; i++) {
      text.append("<url><loc>").append(SITE).append("/").append(path).append("</loc></url>");
    }
    var body = text.append("</urlset>").toString().getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(
            () -> SitemapReader.read(body, SitemapReader.MAX_BYTES, SitemapReaderTest::ofSite))
        .hasMessage("its URLs have more than 16777216 characters; split it");
  }

  /// Generators split their lists at that number.
  @Test
  void aSitemapOfAsManyPagesAsTheProtocolAllowsIsNotCut() throws IOException {
    for (int more : List.of(0, 1)) {
      var text = new StringBuilder("<urlset>");
      for (int i = 0; i < SitemapReader.MAX_ENTRIES + more; i++) {
        text.append("<url><loc>").append(SITE).append("/").append(i).append("</loc></url>");
      }
      var body = text.append("\n</urlset>\n").toString().getBytes(StandardCharsets.UTF_8);
      var pages =
          (Sitemap.Pages)
              SitemapReader.read(body, SitemapReader.MAX_BYTES, SitemapReaderTest::ofSite);

      assertThat(pages.stamps()).hasSize(SitemapReader.MAX_ENTRIES);
      assertThat(pages.isCut()).isEqualTo(more > 0);
    }
  }

  @Test
  void elementsThatNestWithoutEndAreNotRead() {
    var deep = "<urlset><url><loc>" + "<a>".repeat(100_000);
    assertThatThrownBy(() -> read(deep)).isInstanceOf(SitemapException.class);
    assertThatThrownBy(() -> read("<urlset>" + "<a>".repeat(100_000)))
        .isInstanceOf(SitemapException.class);
  }

  @Test
  void anEndlessListIsCutAndAnEndlessTextIsNoUrl() throws IOException {
    var text = new StringBuilder("<urlset>");
    text.append("<url><loc>").append(SITE).append("/").append("x".repeat(300_000));
    text.append("</loc></url>");
    for (int i = 0; i < SitemapReader.MAX_ENTRIES + 5; i++) {
      text.append("<url><loc>").append(SITE).append("/").append(i).append("</loc></url>");
    }
    var body = text.append("</urlset>").toString().getBytes(StandardCharsets.UTF_8);
    var pages =
        (Sitemap.Pages)
            SitemapReader.read(body, SitemapReader.MAX_BYTES, SitemapReaderTest::ofSite);

    assertThat(pages.stamps()).hasSize(SitemapReader.MAX_ENTRIES - 1);
    assertThat(pages.isComplete()).isFalse();
  }

  @Test
  void whatIsNoSitemapIsRefusedWithAClause() {
    assertThatThrownBy(() -> read("<html><body>Not found</body></html>"))
        .hasMessage("it is neither a sitemap nor a feed, but begins with <html>");
    for (var wrong : List.of("", "x", "<urlset><url>", "https://site.example/a\n", "<a:urlset/>")) {
      assertThatThrownBy(() -> read(wrong)).as(wrong).isInstanceOf(SitemapException.class);
    }
    assertThatThrownBy(
            () ->
                SitemapReader.read(
                    new byte[] {0x1f, (byte) 0x8b, 8, 0}, MAX_BYTES, SitemapReaderTest::ofSite))
        .hasMessage("its compression is broken");
  }

  /// Written by one loop and read by another; then cut or with octets changed, for which there is
  /// an exception with a clause or a list, and nothing else.
  @Test
  void readsWhatAWriterWroteAndNeverFailsOtherwise() throws IOException {
    var random = new SplittableRandom(11);
    for (int round = 0; round < 200; round++) {
      var dates = new TreeMap<String, String>();
      var entries = new StringBuilder();
      for (int i = random.nextInt(20); i > 0; i--) {
        var path = "/p" + random.nextInt(30);
        var date = "2026-01-" + (10 + random.nextInt(9));
        dates.put(path, date);
        entries.append(url(path, date));
      }
      var text = urls(entries.toString());
      assertThat(pages(text).stamps().keySet()).isEqualTo(dates.keySet());
      assertThat(distinct(pages(text).stamps())).isEqualTo(distinct(dates));
      var octets = text.getBytes(StandardCharsets.UTF_8);
      for (int i = random.nextInt(4); i >= 0; i--) {
        octets[random.nextInt(octets.length)] = (byte) random.nextInt(256);
      }
      try {
        var _ = SitemapReader.read(octets, MAX_BYTES, SitemapReaderTest::ofSite);
      } catch (SitemapException e) {
        assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
      }
    }
  }

  private static long distinct(Map<String, ?> values) {
    return values.values().stream().distinct().count();
  }

  private static byte[] gzip(String text) {
    var out = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
