package dev.sojourn.fetch.sitemap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import com.sun.management.ThreadMXBean;
import dev.sojourn.agent.PageUrl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
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

    assertThat(index)
        .isEqualTo(new Sitemap.Index(List.of(ofSite(SITE + "/1.xml").orElseThrow()), false));
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
            "<!DOCTYPE urlset SYSTEM \"" + secret.toUri() + "\" [<!ENTITY e \"x\">]>",
            "<!DOCTYPE urlset [<!ENTITY % e SYSTEM \"" + secret.toUri() + "\"> %e;]>")) {
      assertThatThrownBy(() -> read(type + "<urlset><url><loc>&e;</loc></url></urlset>"))
          .hasMessage("it has a document type with declarations, which are not read");
    }
    var named =
        "<!DOCTYPE urlset SYSTEM \"" + secret.toUri() + "\"><urlset><url><loc>&e;</loc></url>";
    assertThat(pages(named + url("/a", "") + "</urlset>").stamps()).containsOnlyKeys("/a");
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

  /// A parser that held each of these as a whole would need several times its size.
  @Test
  void aSitemapThatIsOneLongCommentOrTagCostsNoMemory() throws IOException {
    var much = "a".repeat(4 << 20);
    for (var text :
        List.of(
            "<!--" + much + "--><urlset/>",
            "<urlset><!--" + much + "--></urlset>",
            "<urlset><?p " + much + "?></urlset>",
            "<urlset a=\"" + much + "\"/>",
            "<urlset a=" + much + "/>",
            "<urlset " + much + "/>",
            "<urlset " + " ".repeat(4 << 20) + "/>",
            "<!DOCTYPE urlset SYSTEM \"" + much + "\"><urlset/>",
            "<!DOCTYPE urlset [" + " ".repeat(4 << 20) + "]><urlset/>",
            "<" + much,
            much,
            "<urlset><![CDATA[" + much + "]]></urlset>",
            "<urlset><url><loc><![CDATA[" + much + "]]></loc></url></urlset>",
            "<urlset><url><loc>" + "]".repeat(4 << 20) + "</loc></url></urlset>",
            "<urlset><url><loc>" + "&amp;".repeat(1 << 20) + "</loc></url></urlset>",
            "<urlset>&" + much,
            "https://site.example/" + much,
            "<urlset xmlns=\"" + much + "\"/>")) {
      var zipped = gzip(text);
      long before = allocated();
      try {
        var read = SitemapReader.read(zipped, SitemapReader.MAX_BYTES, SitemapReaderTest::ofSite);
        assertThat(((Sitemap.Pages) read).stamps()).as(text.substring(0, 20)).isEmpty();
      } catch (SitemapException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
      assertThat(allocated() - before).as(text.substring(0, 20)).isLessThan(1 << 20);
    }
  }

  private static long allocated() {
    return ManagementFactory.getPlatformMXBean(ThreadMXBean.class).getCurrentThreadAllocatedBytes();
  }

  /// For each ampersand the end of its entity was looked for up to the end of the text.
  @Test
  void aTextOfAmpersandsIsReadInLinearTime() {
    var text = "&".repeat(2_000_000);
    assertTimeout(
        Duration.ofSeconds(20),
        () ->
            assertThat(SitemapScanner.unescaped(text + "&amp;&12345;"))
                .isEqualTo(text + "&&12345;"));
    assertThat(SitemapScanner.unescaped("&#1234567;&#x01f600;&&#38;;"))
        .isEqualTo("&#1234567;\ud83d\ude00&&;");
  }

  @Test
  void aLongTextThatNobodyNeedsIsSkipped() throws IOException {
    var text = "<x:caption xmlns:x=\"x\">" + "a ".repeat(1 << 20) + "</x:caption>";
    var entry = url("/a", "2026-01-01").replace("</url>", text + "</url>");
    assertThat(pages(urls(entry)).stamps()).containsOnlyKeys("/a");
  }

  /// A parser that kept each name would fill the memory.
  @Test
  void aSitemapInWhichEachElementHasAnotherNameCostsNoMemory() throws IOException {
    for (var form :
        List.of(
            "<n%d/>", "<?n%d?>", "<n a%d=\"\"/>", "<n xmlns:p%d=\"x\"/>", "<n xmlns=\"u%d\"/>")) {
      var text = new StringBuilder("<urlset>");
      for (int i = 0; i <= 100_000; i++) {
        text.append(form.formatted(i));
      }
      text.append(url("/a", "")).append("</urlset>");
      assertThat(pages(text.toString()).stamps()).as(form).containsOnlyKeys("/a");
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
    assertThatThrownBy(() -> read("<!DOCTYPE html><title>x</title><feed>"))
        .hasMessage("it is neither a sitemap nor a feed, but begins with <title>");
    for (var wrong : List.of("", "x", "ftp://site.example/a\n", "</urlset>", "{\"a\": 1}")) {
      assertThatThrownBy(() -> read(wrong))
          .as(wrong)
          .hasMessage("it is neither a sitemap, nor a feed, nor a list of URLs");
    }
    assertThatThrownBy(
            () ->
                SitemapReader.read(
                    new byte[] {0x1f, (byte) 0x8b, 8, 0}, MAX_BYTES, SitemapReaderTest::ofSite))
        .hasMessage("its compression is broken");
  }

  private static Sitemap.Pages pages(String text, Charset charset) throws IOException {
    return (Sitemap.Pages)
        SitemapReader.read(
            text.getBytes(charset), SitemapReader.MAX_BYTES, SitemapReaderTest::ofSite);
  }

  /// Templates and plug-ins print all of these before the list.
  @Test
  void whatStandsBeforeTheListIsReadOver() throws IOException {
    var list = urls(url("/a", "2026-01-01"));
    for (var before :
        List.of(
            "\n\r\n \t",
            "\ufeff",
            "\n\ufeff",
            "\ufeff\ufeff\n",
            "<!-- made by x > y -->\n",
            "<br />\n<b>Warning</b>: Undefined &x in <b>/a.php</b> on line <b>1</b><br />\n",
            "Warning: x in y.php on line 3\n",
            "PHP Notice: a < b\n",
            "<?php echo 1; ?>",
            "<?xml-stylesheet href=\"s.xsl\"?>",
            "<!DOCTYPE urlset>",
            "<!DOCTYPE rss PUBLIC \"-//x//DTD RSS 0.91//EN\" \"http://x.example/rss-0.91.dtd\">")) {
      var pages = pages(before + list);
      assertThat(pages.stamps()).as(before).containsOnlyKeys("/a");
      assertThat(pages.isComplete() && pages.isDated()).as(before).isTrue();
    }
  }

  @Test
  void whatIsNoWellFormedXmlIsReadOver() throws IOException {
    for (var list :
        List.of(
            "<urlset><url><loc>%s?a=1&b=2&copy=3</loc></url></urlset>",
            "<urlset><url><loc>%s?a=1&#38;b=2&#x26;copy=3</loc></url></urlset>",
            "<urlset><url><loc><![CDATA[ %s?a=1&b=2&copy=3 ]]></loc></url></urlset>",
            "<urlset><url><loc>%s?a=1&amp;b=2&amp;copy=3</loc><x>&nbsp;&eacute;\b</x></url></urlset>",
            "<URLSET><URL><LOC>%s?a=1&b=2&copy=3</LOC></URL></URLSET>",
            "<urlset><url><loc>%s?a=1&b=2&copy=3</url></urlset>",
            "<urlset><url><loc>%s?a=1&b=2&copy=3<lastmod>x</lastmod></url></urlset>",
            "<urlset><url><loc>%s?a=1&b=2&copy=3</loc></urlset>",
            "<urlset><url><i:i><i:loc>x</i:loc><loc>x</url><url><loc>%s?a=1&b=2&copy=3</loc></urlset>",
            "<urlset></x></y><url></x><loc>x</loc></url><url><loc>%s?a=1&b=2&copy=3</loc></url></urlset>",
            "<urlset a=b c d='e' f><url g/><url><loc\n>%s?a=1&b=2&copy=3</loc ></url></urlset >",
            "<urlset><url><loc>%s?a=1&b=2&copy=3</loc></url></urlset><script>&<</script>")) {
      var pages = pages(list.formatted(SITE + "/p"));
      assertThat(pages.stamps().keySet()).as(list).contains("/p?a=1&b=2&copy=3");
      assertThat(pages.isComplete()).as(list).isTrue();
    }
  }

  @Test
  void aListThatBreaksOffReportsWhatItHasAndThatItIsCut() throws IOException {
    var whole = urls(url("/a", "2026-01-01"), url("/b", "2026-01-01"), url("/c", "2026-01-01"));
    var cut = pages(whole.substring(0, whole.indexOf("/c")));
    assertThat(cut.stamps()).containsOnlyKeys("/a", "/b");
    assertThat(cut.isComplete()).isFalse();
    // Half of a URL is another page, and half of a date another date.
    for (var end : List.of("/c", "/c</loc><lastmod>2026-01", "/c</loc></ur")) {
      var half = pages(whole.substring(0, whole.indexOf("/c")) + end);
      assertThat(half.stamps()).as(end).containsOnlyKeys("/a", "/b");
    }

    var many = new StringBuilder("<urlset>");
    for (int i = 0; i < 20_000; i++) {
      many.append(url("/" + i * 7_919L, ""));
    }
    var zipped = gzip(many + "</urlset>");
    var broken =
        (Sitemap.Pages)
            SitemapReader.read(
                Arrays.copyOf(zipped, zipped.length / 2),
                SitemapReader.MAX_BYTES,
                SitemapReaderTest::ofSite);
    var lines = gzip((SITE + "/%d\n").repeat(20_000).formatted((Object[]) numbers(20_000)));
    var text =
        (Sitemap.Pages)
            SitemapReader.read(
                Arrays.copyOf(lines, lines.length / 2),
                SitemapReader.MAX_BYTES,
                SitemapReaderTest::ofSite);
    assertThat(text.stamps()).containsKey("/0").hasSizeBetween(1_000, 19_999);
    assertThat(text.isComplete()).isFalse();
    assertThat(broken.stamps()).containsKey("/0").hasSizeBetween(1_000, 19_999);
    assertThat(broken.isComplete()).isFalse();
  }

  private static Integer[] numbers(int count) {
    return IntStream.range(0, count).boxed().toArray(Integer[]::new);
  }

  @Test
  void aTextFileHasAUrlOnEachLine() throws IOException {
    for (var end : List.of("\n", "\r\n", "\r", "\n\n")) {
      var pages =
          pages(
              "\ufeff\n"
                  + String.join(
                      end,
                      SITE + "/a",
                      "",
                      " " + SITE + "/b?x&y \t",
                      "HTTPS://site.example/c",
                      "x"));
      assertThat(pages.stamps()).as(end).containsOnlyKeys("/a", "/b?x&y", "/c");
      assertThat(pages.isComplete()).isTrue();
      assertThat(pages.isDated()).isFalse();
    }
    var much = (SITE + "/%d\n").repeat(SitemapReader.MAX_ENTRIES + 1);
    assertThat(pages(much).isCut()).isTrue();
  }

  @Test
  void theEncodingIsThatOfTheMarkThenOfTheOctetsThenOfTheDeclaration() throws IOException {
    for (var declared : List.of("", "UTF-8", "UTF-16", "utf-16le", "ISO-8859-1", "nonsense")) {
      var declaration =
          declared.isEmpty() ? "" : "<?xml version='1.0' encoding='" + declared + "'?>\n";
      var text = declaration + "<urlset>" + url("/\u65e5", "2026") + "</urlset>";
      for (var charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
        for (var mark : List.of("", "\ufeff")) {
          assertThat(pages(mark + text, charset).stamps())
              .as("%s as %s %s", declared, charset, mark)
              .containsOnlyKeys("/%E6%97%A5");
        }
      }
      if (!declared.equals("ISO-8859-1")) {
        assertThat(pages(text, StandardCharsets.UTF_8).stamps())
            .as(declared)
            .containsOnlyKeys("/%E6%97%A5");
      }
    }
    var latin = "\n<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><urlset>" + url("/\u00fc", "");
    assertThat(pages(latin, StandardCharsets.ISO_8859_1).stamps()).containsOnlyKeys("/%C3%BC");
    assertThat(pages(SITE + "/\u00fc\n", StandardCharsets.UTF_16LE).stamps())
        .containsOnlyKeys("/%C3%BC");
  }

  @Test
  void feedsOfEachFormAreRead() throws IOException {
    var rdf =
        pages(
            "<rdf:RDF xmlns:rdf=\"r\" xmlns=\"http://purl.org/rss/1.0/\"><channel><link>"
                + SITE
                + "/</link><items><rdf:Seq><rdf:li resource=\"x\"/></rdf:Seq></items></channel>"
                + "<item rdf:about=\"x\"><link>"
                + SITE
                + "/a</link><dc:date>2026</dc:date></item><item rdf:about=\""
                + SITE
                + "/b\"><dc:date>2026</dc:date></item></rdf:RDF>");
    assertThat(rdf.stamps()).containsOnlyKeys("/a", "/b");
    assertThat(List.of(rdf.isFeed(), rdf.isDated())).containsExactly(true, true);

    var rss =
        pages(
            "<RSS><Channel><atom:link rel=\"self\" href=\"x\"/><Item><atom:link href=\"x\"/><guid>"
                + SITE
                + "/a</guid></Item><item><guid isPermaLink=\"false\">"
                + SITE
                + "/n</guid><description>&lt;a href='x'&gt;&nbsp;<![CDATA[<link>x</link>]]>"
                + "</description><link>"
                + SITE
                + "/b</link></item></Channel></RSS>");
    assertThat(rss.stamps()).containsOnlyKeys("/a", "/b");

    var atom =
        pages(
            "<a:feed xmlns:a=\"http://www.w3.org/2005/Atom\"><a:entry><a:source><a:link href=\""
                + SITE
                + "/source\"/></a:source><a:link rel=alternate href='"
                + SITE
                + "/a?x&amp;y'/></a:entry></a:feed>");
    assertThat(atom.stamps()).containsOnlyKeys("/a?x&y");
  }

  @Test
  void anExtensionWithElementsOfTheSameNamesIsNoEntry() throws IOException {
    var pages =
        pages(
            urls(
                "<url><v:video><v:url>"
                    + SITE
                    + "/v</v:url><v:loc>"
                    + SITE
                    + "/v</v:loc></v:video><loc>"
                    + SITE
                    + "/a</loc><x:loc>"
                    + SITE
                    + "/x</x:loc></url>"));
    assertThat(pages.stamps()).containsOnlyKeys("/a");
  }

  /// One loop writes sitemaps, and another reads them. If they are cut or octets change, the result
  /// is an exception with a clause or a list, and nothing else.
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
