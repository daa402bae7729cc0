package dev.sojourn.app.whole;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/// Pages that a seed makes, with good and bad markup in several charsets. Each links to the next,
/// so that a crawl finds all.
final class RandomSite {
  private static final List<String> PIECES =
      List.of(
          "<title>A title &amp; more</title>",
          "<div id=a>before</div><title>Late</title>",
          "<meta name=robots content='max-snippet:20'>",
          "<meta name=description content='Says &quot;all&quot;'>",
          "<html lang=de>",
          "<base href='/'>",
          "<link rel=canonical href='/p1.html'>",
          "<link rel=alternate hreflang=fr href='/p2.html'>",
          "<script type=application/ld+json>{\"@type\":\"Article\"}</script>",
          "<script>document.write('<a href=/no.html>')</script>",
          "<h1>One <b>bold</h1>",
          "<h2>Two</h2><h3></h3>",
          "<table><tr><td>cell<p>in</table>",
          "<ul><li>a<li>b</ul>",
          "<!-- <a href=/comment.html>c</a> -->",
          "<template><a href=/template.html>t</a></template>",
          "<svg><a xlink:href=/p3.html>s</a></svg>",
          "<a href='?q=1'>query</a>",
          "<a href='http://elsewhere.example/'>out</a>",
          "<a href=/missing.html rel=nofollow>gone</a>",
          "<p>&eacute;&#x1F600;&nbsp;&bogus;",
          "</p></div></body>",
          "<textarea><a href=/text.html></textarea>",
          "<img src=i.png alt='An image'>",
          "\u0000\u0001<b",
          "<![CDATA[data]]>");

  private static final List<Charset> CHARSETS =
      List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16);

  private RandomSite() {}

  /// Writes the pages `index.html`, `p1.html`, `p2.html` and so on.
  static Path write(Path root, int pages, long seed) throws IOException {
    var random = new SplittableRandom(seed);
    Files.createDirectories(root);
    for (int i = 0; i < pages; i++) {
      var charset = CHARSETS.get(random.nextInt(CHARSETS.size()));
      Files.write(root.resolve(name(i)), page(random, i, pages).getBytes(charset));
    }
    return root;
  }

  private static String name(int page) {
    return page == 0 ? "index.html" : "p" + page + ".html";
  }

  private static String page(SplittableRandom random, int number, int pages) {
    var html = new StringBuilder(random.nextBoolean() ? "<!DOCTYPE html>" : "");
    for (int i = random.nextInt(40); i > 0; i--) {
      html.append(PIECES.get(random.nextInt(PIECES.size())));
      for (int words = random.nextInt(12); words > 0; words--) {
        html.append(' ');
        random.ints(random.nextInt(1, 9), 'a', 0x250).forEach(html::appendCodePoint);
      }
    }
    html.append("<a href='/").append(name(random.nextInt(pages))).append("'>any</a>");
    // A comment or text that is open would hide it.
    html.append("--></textarea></script></title><a href='/")
        .append(name((number + 1) % pages))
        .append("'>next</a>");
    return html.toString();
  }
}
