package dev.sojourn.sandbox.reader.process;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.page.parse.PageEncoding;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.pipe.ReadOrder;
import dev.sojourn.sandbox.pipe.ReadReply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// The warmup of a reader: it reads pages of all kinds once before it confines itself, since it can
/// load no class afterwards.
final class ReaderWarmup {
  private static final String PAGE =
      "<!DOCTYPE html><html lang=en><head><title>A page</title><meta name=robots"
          + " content='noindex'><base href=/a/><link rel=canonical href=a><link rel=alternate"
          + " type=application/rss+xml href=f><meta http-equiv=refresh content='9;"
          + " url=r'></head><body><h1>One &amp; two</h1><p>Text <a href='b?c=d' rel='nofollow"
          + " license'>link &eacute;</a><iframe src=f></iframe><svg><a"
          + " xlink:href=s>x</a></svg><script type=application/ld+json>{}</script></body></html>";

  private static final String LATE_HEAD =
      "\ufeff<head><!-- - --><script>//</script><div id=a b='c'></div><title>Late</title><meta"
          + " name=a content=b></head><body><template>t</template>";

  private static final String XHTML =
      "<?xml version='1.0'?><!DOCTYPE html><html"
          + " xmlns='http://www.w3.org/1999/xhtml'><head><!--c--><title/></head><body>w<![CDATA[ord]]>s&#32;&nbsp;<a"
          + " href='b'/></body></html>";

  private static final List<String> FEEDS =
      List.of(
          "<?xml version='1.0'?><!--c--><!DOCTYPE rss [<!ENTITY e 'x'>]><rss><channel><item><link/>"
              + "<title><![CDATA[a]]></title><guid>http://127.0.0.1/?a&amp;b</guid></item></channel>",
          "<a:feed xmlns:a='http://www.w3.org/2005/Atom'><a:entry><a:link href='b'/></a:entry>",
          "<rdf:RDF><item rdf:about='c'/></rdf:RDF>");

  private static final int LONG_CHARS = 100_000;

  private ReaderWarmup() {}

  static void run() {
    for (var type : List.of("text/html; charset=utf-8", "text/html", "", "application/xhtml+xml")) {
      read(type, PAGE);
    }
    read("text/html", LATE_HEAD);
    read("application/xhtml+xml", XHTML);
    FEEDS.forEach(feed -> read("text/xml", feed));
    PageEncoding.warmUp();
    var page = PAGE + "<p>word".repeat(LONG_CHARS / 7);
    require(order("text/html", page, 0), ReadReply.TooSlow.class);
    read("text/html", page);
  }

  private static void read(String type, String page) {
    require(order(type, page, 10_000), ReadReply.Done.class);
  }

  private static void require(ReadOrder order, Class<? extends ReadReply> expected) {
    for (var wanted : ReadOrder.Wanted.values()) {
      var reply = PageReading.reply(new ReadOrder(wanted, order.cpuMillis(), order.source()));
      boolean isExpected =
          expected.isInstance(reply) || (wanted == ReadOrder.Wanted.TEXT && order.cpuMillis() == 0);
      if (!isExpected) {
        throw new IllegalStateException("the warmup of a reader went wrong: " + reply);
      }
    }
  }

  private static ReadOrder order(String type, String page, int cpuMillis) {
    var url = PageUrl.parse("http://127.0.0.1/a").orElseThrow();
    var fields =
        Map.of(
            "Content-Type",
            List.of(type),
            "Link",
            List.of("<c>; rel=canonical, <l>; rel=license"),
            "Refresh",
            List.of("9; url=r"));
    return new ReadOrder(
        ReadOrder.Wanted.PAGE,
        cpuMillis,
        new ViewReader.Source(url, fields, page.getBytes(StandardCharsets.UTF_8)));
  }
}
