package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Pages as sites really serve them, read in a confined worker, which loads nothing any more.
class PageReadingIT {
  @RegisterExtension static final OpenSandbox SANDBOX = OpenSandbox.of(4, 4);

  private static final String WALKER =
      """
        private final Frontier frontier = new Frontier();
        record Found(String path, String type, String text, boolean open) {}
        public Next visit(Visit visit) {
          frontier.addAll(visit.starts());
          while (frontier.hasNext()) {
            if (visit.fetch(frontier.next()) instanceof Page page) {
              frontier.addLinks(page);
              visit.report(new Found(page.url(), page.contentType(), page.body(),
                  page.directives().mayIndex(visit.now())));
            }
          }
          return Next.done();
        }
      """;

  private static final Map<String, String> SAMPLES =
      Map.ofEntries(
          Map.entry("shift_jis", "8341=\u30a2"),
          Map.entry("euc-kr", "b0a1=\uac00"),
          Map.entry("gbk", "c4e3=\u4f60"),
          Map.entry("gb18030", "c4e3=\u4f60"),
          Map.entry("big5", "a741=\u4f60"),
          Map.entry("euc-jp", "a4a2=\u3042"),
          Map.entry("iso-2022-jp", "1b24422422=\u3042"),
          Map.entry("koi8-u", "a4=\u0454"),
          Map.entry("iso-8859-1", "80=\u20ac"),
          Map.entry("iso-8859-2", "a1=\u0104"),
          Map.entry("iso-8859-10", "a1=\u0104"),
          Map.entry("iso-8859-14", "a1=\u1e02"),
          Map.entry("iso-8859-16", "a1=\u0104"),
          Map.entry("macintosh", "8a=\u00e4"),
          Map.entry("x-mac-cyrillic", "80=\u0410"),
          Map.entry("windows-874", "a1=\u0e01"),
          Map.entry("windows-1258", "d0=\u0110"),
          Map.entry("ibm866", "80=\u0410"),
          Map.entry("iso-2022-kr", "41=\ufffd"),
          Map.entry("utf-16", "e900=\u00e9"),
          Map.entry("klingon", "e9=\u00e9"));

  @Test
  void aConfinedWorkerReadsEveryEncodingOfTheWeb() throws Exception {
    var links = new StringBuilder();
    SAMPLES.keySet().forEach(label -> links.append("<a href=").append(label).append(">x</a>"));
    var desk =
        new RecordingServices(
            url -> {
              var label = url.path().substring(1);
              if (label.isEmpty()) {
                return RecordingServices.html(url, links.toString());
              }
              var hex = SAMPLES.getOrDefault(label, "").split("=", 2)[0];
              var body = HexFormat.of().parseHex(hex);
              return ReadPage.of(
                  url, Map.of("Content-Type", List.of("text/plain; charset=" + label)), body);
            });

    SANDBOX.start(Orders.of(AgentSource.agent(WALKER)), desk).await();

    for (var sample : SAMPLES.entrySet()) {
      var expected = sample.getValue().split("=", 2)[1];
      assertThat(desk.findings)
          .filteredOn(finding -> finding.contains(Orders.ORIGIN + "/" + sample.getKey() + "\""))
          .singleElement()
          .asString()
          .contains("\"text\":\"" + expected + "\"");
    }
  }

  private static final String VIEWER =
      """
        private dev.sojourn.agent.page.PageUsage kept;
        record Seen(List<String> metas, List<String> data, List<String> places, int bytes,
            boolean search, boolean train, List<String> licences, boolean ofRules) {}
        public Next visit(Visit visit) {
          if (visit.fetch(visit.starts().getFirst()) instanceof Page page) {
            var usage = page.usage();
            kept = usage;
            var asks = page.directives();
            visit.report(new Seen(
                page.metas().stream().map(m -> m.name() + "=" + m.content()).toList(),
                page.structuredData(),
                page.linkContexts().stream()
                    .map(c -> c.element() + " " + c.before() + "|" + c.text() + "|" + c.after())
                    .toList(),
                page.bytes().length,
                usage.permits("search"), usage.denies("train-ai"), page.usage().licences(),
                asks.noarchive() && asks.nosnippet() && asks.nofollow()
                    && asks.maxSnippet().getAsInt() == 9 && asks.unavailableAfter().isPresent()));
            visit.checkpoint();
          }
          return Next.done();
        }
      """;

  @Test
  void everyViewOfAPageReachesTheAgent() throws Exception {
    var html =
        "<head><meta name=description content=d property=og:description>"
            + "<meta name=robots content='none, nosnippet, noarchive, all, max-snippet:9,"
            + " unavailable_after: 2026-01-01'><link rel=license href=/own>"
            + "<script type=application/ld+json>{\"a\":1}</script></head>"
            + "<p>read <a href=/a>this</a> first</p>";
    var desk =
        new RecordingServices(
            url ->
                ReadPage.of(
                    url,
                    Map.of(
                        "Content-Type",
                        List.of("text/html"),
                        "Content-Usage",
                        List.of("train-ai=n")),
                    html));

    var end = SANDBOX.start(Orders.of(AgentSource.agent(VIEWER)), desk).await();

    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    assertThat(desk.findings)
        .containsExactly(
            "{\"metas\":[\"description=d\",\"og:description=d\",\"robots=none, nosnippet,"
                + " noarchive, all, max-snippet:9, unavailable_after:"
                + " 2026-01-01\"],\"data\":[\"{\\\"a\\\":1}\"],\"places\":[\"a"
                + " read|this|first\"],\"bytes\":"
                + html.length()
                + ",\"search\":true,\"train\":true,\"licences\":[\""
                + Orders.ORIGIN
                + "/licence\",\""
                + Orders.ORIGIN
                + "/own\"],\"ofRules\":true}");
  }

  private static final String READER =
      """
        private final java.util.Set<dev.sojourn.agent.page.PagePart> kept =
            new java.util.HashSet<>();
        private final Frontier frontier = new Frontier();
        record Read(String path, String title, String text, int links, boolean noindex,
            List<String> shortened) {}
        public Next visit(Visit visit) {
          frontier.addAll(visit.starts());
          while (frontier.hasNext()) {
            if (visit.fetch(frontier.next()) instanceof Page page) {
              page.links().stream().limit(10).forEach(link -> frontier.add(link.url()));
              var read = new Read(page.url(), page.title(),
                  page.text().substring(0, Math.min(9, page.text().length())),
                  page.links().size(), page.directives().noindex(),
                  page.shortened().stream().map(view -> view.words()).sorted().toList());
              kept.addAll(page.shortened());
              visit.report(read);
              visit.checkpoint();
            }
          }
          return Next.done();
        }
      """;

  @Test
  void aPageThatIsTooMuchSaysSoAndTheVisitGoesOn() throws Exception {
    var desk =
        new RecordingServices(
            url ->
                switch (url.path()) {
                  case "/" -> untyped(url, "<p><a href=base>b</a><a href=depth>d</a><a href=xml>x");
                  case "/base" ->
                      untyped(
                          url,
                          "<html><head><base href='/"
                              + "b".repeat(8_000)
                              + "/'>"
                              + "<a href=a>words ".repeat(100_000));
                  case "/depth" ->
                      untyped(url, "<html><title>deep</title>" + "<template><math>".repeat(9_000));
                  case "/xml" ->
                      ReadPage.of(
                          url,
                          Map.of("Content-Type", List.of("application/xhtml+xml")),
                          "<html xmlns='http://www.w3.org/1999/xhtml'><head><title/></head><body>"
                              + "<script/>last<a href='late'/></body></html>");
                  case "/late" ->
                      untyped(
                          url,
                          "<html><head><div></div><title>Late</title>"
                              + "<meta name=robots content=noindex></head>");
                  default -> new PageReply.Missing(404, "not found");
                });

    var end = SANDBOX.start(Orders.of(AgentSource.agent(READER)), desk).await();

    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    assertThat(desk.shortened)
        .contains(Orders.ORIGIN + "/base [LINKS]", Orders.ORIGIN + "/depth [MARKUP]");
    assertThat(desk.findings)
        .contains(
            "{\"path\":\""
                + Orders.ORIGIN
                + "/depth\",\"title\":\"deep\",\"text\":\"\",\"links\":0,"
                + "\"noindex\":false,\"shortened\":[\"markup\"]}",
            "{\"path\":\""
                + Orders.ORIGIN
                + "/xml\",\"title\":\"\",\"text\":\"last\",\"links\":1,"
                + "\"noindex\":false,\"shortened\":[]}",
            "{\"path\":\""
                + Orders.ORIGIN
                + "/late\",\"title\":\"Late\",\"text\":\"\",\"links\":0,"
                + "\"noindex\":true,\"shortened\":[]}");
  }

  @Test
  void aConfinedWorkerFollowsTheEntriesOfAFeed() throws Exception {
    var desk =
        new RecordingServices(
            url ->
                switch (url.path()) {
                  case "/" -> RecordingServices.html(url, "<a href=/rss>r</a><a href=/atom>a</a>");
                  case "/rss" ->
                      xml(
                          url,
                          "<!DOCTYPE rss [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><rss><channel>"
                              + "<item><link>/one?&eacute;&e;</link></item></channel></rss>");
                  case "/atom" -> xml(url, "<feed><entry><link href='/two'/></entry></feed>");
                  default -> RecordingServices.html(url, "a page");
                });

    SANDBOX.start(Orders.of(AgentSource.agent(WALKER)), desk).await();

    assertThat(desk.pages)
        .containsExactly(
            Orders.ORIGIN + "/",
            Orders.ORIGIN + "/rss",
            Orders.ORIGIN + "/atom",
            Orders.ORIGIN + "/one?%C3%A9&e;",
            Orders.ORIGIN + "/two");
  }

  private static PageReply xml(PageUrl url, String body) {
    return ReadPage.of(url, Map.of("Content-Type", List.of("application/xml")), body);
  }

  @Test
  void aSiteThatConsistsOfAFramesetIsWalked() throws Exception {
    var desk =
        new RecordingServices(
            url ->
                switch (url.path()) {
                  case "/" ->
                      untyped(
                          url, "<html><frameset cols=*><frame src=toc><frame src=m/></frameset>");
                  case "/toc" -> untyped(url, "<p>Contents <iframe src=/inner></iframe></p>");
                  case "/m/" ->
                      untyped(url, "<head><meta http-equiv=refresh content='0;url=../moved'>");
                  case "/moved" -> untyped(url, "<head><link rel=next href=next>");
                  case "/next" ->
                      untyped(
                          url,
                          "<head><meta name=robots"
                              + " content='unavailable_after: 25 Jun 2010 15:00:00 PST'>");
                  case "/inner" -> untyped(url, "Plain text.");
                  default -> new PageReply.Missing(404, "not found");
                });

    SANDBOX.start(Orders.of(AgentSource.agent(WALKER)), desk).await();

    assertThat(desk.pages)
        .containsExactly(
            Orders.ORIGIN + "/",
            Orders.ORIGIN + "/toc",
            Orders.ORIGIN + "/m/",
            Orders.ORIGIN + "/inner",
            Orders.ORIGIN + "/moved",
            Orders.ORIGIN + "/next");
    assertThat(desk.findings)
        .filteredOn(finding -> finding.contains("/inner\""))
        .singleElement()
        .asString()
        .contains("\"type\":\"text/plain\"");
    assertThat(desk.findings)
        .filteredOn(finding -> finding.contains("\"open\":false"))
        .singleElement()
        .asString()
        .contains("/next\"");
  }

  private static final String KEEPER =
      """
        private transient Page first;
        private String tried(java.util.function.Supplier<Object> question) {
          try {
            return String.valueOf(question.get());
          } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage();
          }
        }
        public Next visit(Visit visit) {
          first = (Page) visit.fetch("http://127.0.0.1:8080/1");
          if (visit.fetch("http://127.0.0.1:8080/2") instanceof Page second) {
            second.body();
            visit.fetch("http://elsewhere.example/");
            visit.log(tried(() -> second.bytes().length + " " + second.linkContexts().size()));
            visit.fetch("http://127.0.0.1:8080/3");
            visit.log(tried(second::body));
            visit.log(tried(() -> second.linkContexts().size()));
          }
          visit.log(tried(first::text));
          visit.log(tried(first::links));
          visit.log(tried(first::body));
          visit.log(tried(() -> first.bytes()));
          visit.log(tried(first::linkContexts));
          return Next.done();
        }
      """;

  @Test
  void anEarlierPageKeepsWhatItSaysButNoMoreOfItCanBeAskedFor() throws Exception {
    var desk = RecordingServices.ofHtml("<p>t<a href=/x>l</a>");

    var end = SANDBOX.start(Orders.of(AgentSource.agent(KEEPER)), desk).await();

    assertThat(end).isInstanceOf(VisitEnd.Finished.class);
    var late =
        "IllegalStateException: The body and the elements of a page can be read until the next"
            + " page is fetched: "
            + Orders.ORIGIN
            + "/1";
    assertThat(desk.lines)
        .containsExactly(
            "20 1",
            "<p>t<a href=/x>l</a>",
            "1",
            "tl",
            "[Link[url=" + Orders.ORIGIN + "/x, text=l, nofollow=false]]",
            late,
            late,
            late);
    assertThat(desk.details).containsExactly(Orders.ORIGIN + "/2 BYTES", Orders.ORIGIN + "/2 TREE");
  }

  @Test
  void aPageThatChangedSinceItsAnswerSaysSoWhenMoreOfItIsAskedFor() throws Exception {
    var agent =
        AgentSource.agent(
            """
              public Next visit(Visit visit) {
                if (visit.fetch(visit.starts().getFirst()) instanceof Page page) {
                  try {
                    page.linkContexts();
                  } catch (PageChangedException e) {
                    visit.log(e.getMessage());
                  }
                  visit.log(page.text());
                  visit.log(page.body());
                }
                return Next.done();
              }
            """);
    var desk = RecordingServices.ofHtml("<p>old");
    desk.forgetPages();

    var end = SANDBOX.start(Orders.of(agent), desk).await();

    var reason = "the page changed before its body was read: " + Orders.ORIGIN + "/";
    assertThat(desk.lines).containsExactly(reason, "old");
    assertThat(end)
        .isInstanceOfSatisfying(
            VisitEnd.Failed.class, failed -> assertThat(failed.reason()).contains(reason));
  }

  private static PageReply untyped(PageUrl url, String body) {
    return ReadPage.of(url, Map.of(), body);
  }
}
