package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/// The findings of a crawl of a folder, held against its files: what the index keeps of each page,
/// worked out once more by jsoup's own queries. It shares no code with the agent and its worker, so
/// that whatever makes these faster cannot change a finding unseen.
///
/// @param lines of the file of findings
/// @param root of the site
/// @param origin at which it was served
record PageFindings(List<String> lines, Path root, String origin) {
  /// The agent may have cut the links or the text of a finding that is larger than this.
  private static final int MAX_WHOLE_CHARS = 60_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String NAMING =
      "a[href], area[href], iframe[src], frame[src], link[rel~=^(canonical|next|prev)$]";

  /// Compares each finding about a page; gives their number.
  int agreeWithTheFiles() throws IOException {
    int pages = 0;
    for (var line : lines) {
      var finding = JSON.readTree(line);
      if (finding.has("text")) {
        agrees(finding, line.length() <= MAX_WHOLE_CHARS);
        pages++;
      }
    }
    return pages;
  }

  private void agrees(JsonNode finding, boolean isWhole) throws IOException {
    var url = finding.path("url").asText();
    assertThat(url).startsWith(origin + "/");
    var path = url.substring(origin.length() + 1);
    var body =
        Files.readAllBytes(
            root.resolve(path.isEmpty() || path.endsWith("/") ? path + "index.html" : path));
    var html = Jsoup.parse(new ByteArrayInputStream(body), "UTF-8", url);
    assertThat(finding.path("title").asText()).as("title of %s", url).isEqualTo(html.title());
    assertThat(finding.path("digest").asText()).as(url).isEqualTo(sha256(body).substring(0, 16));
    assertThat(finding.path("language").asText(""))
        .as("language of %s", url)
        .isEqualTo(html.selectFirst("html").attr("lang"));
    var headings = html.select("h1, h2, h3, h4, h5, h6").eachText();
    var links = links(html);
    var text = html.body().text();
    if (isWhole) {
      assertThat(texts(finding.path("headings"))).as("headings of %s", url).isEqualTo(headings);
      assertThat(texts(finding.path("links"))).as("links of %s", url).isEqualTo(links);
      assertThat(finding.path("text").asText()).as("text of %s", url).isEqualTo(text);
    } else {
      assertThat(headings).as(url).startsWith(array(finding.path("headings")));
      assertThat(links).as(url).startsWith(array(finding.path("links")));
      assertThat(text).as(url).startsWith(finding.path("text").asText());
    }
  }

  private static List<String> links(Document html) {
    var links = new LinkedHashSet<String>();
    for (var element : html.select(NAMING)) {
      var target = element.absUrl(element.hasAttr("src") ? "src" : "href").replaceFirst("#.*", "");
      if (target.startsWith("http")) {
        links.add(target.replaceFirst("^(https?://[^/]+)$", "$1/"));
      }
    }
    return List.copyOf(links);
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
  }

  private static String[] array(JsonNode list) {
    return texts(list).toArray(String[]::new);
  }

  private static String sha256(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
