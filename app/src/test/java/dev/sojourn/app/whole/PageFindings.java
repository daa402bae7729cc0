package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jsoup.nodes.Document;

/// The findings of a crawl of a folder, compared with its files. What the index keeps of each page
/// is worked out once more by jsoup's own queries. It shares no code with the agent and its worker,
/// so that whatever makes these faster cannot change a finding unseen.
final class PageFindings {
  /// The agent may have cut the links or the text of a finding that is larger than this.
  private static final int MAX_WHOLE_CHARS = 60_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String NAMING =
      "a[href], area[href], iframe[src], frame[src], link[rel~=^(canonical|next|prev)$]";

  private static final Pattern FRAGMENT = Pattern.compile("#.*");
  private static final Pattern WITHOUT_PATH = Pattern.compile("^(https?://[^/]+)$");

  /// What was found on one page.
  ///
  /// @param isWhole whether nothing of it can have been cut
  private record PageFinding(JsonNode json, boolean isWhole) {}

  /// The findings that were not compared with a page yet.
  private final Map<String, List<PageFinding>> byUrl = new HashMap<>();

  /// Reads the findings about pages.
  ///
  /// @param lines of the file of findings
  PageFindings(List<String> lines) throws IOException {
    for (var line : lines) {
      var finding = JSON.readTree(line);
      if (finding.has("text")) {
        byUrl
            .computeIfAbsent(finding.path("url").asText(), _ -> new ArrayList<>())
            .add(new PageFinding(finding, line.length() <= MAX_WHOLE_CHARS));
      }
    }
  }

  /// {@return the URLs of the findings that were not compared with a page yet}
  Set<String> unread() {
    return byUrl.keySet();
  }

  /// Compares all findings about a page.
  void agreeWith(String url, byte[] body, Document html) {
    var found = byUrl.remove(url);
    if (found != null) {
      found.forEach(finding -> agrees(url, finding.json(), finding.isWhole(), body, html));
    }
  }

  private static void agrees(
      String url, JsonNode finding, boolean isWhole, byte[] body, Document html) {
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
      var url = element.absUrl(element.hasAttr("src") ? "src" : "href");
      var target = FRAGMENT.matcher(url).replaceFirst("");
      if (target.startsWith("http")) {
        links.add(WITHOUT_PATH.matcher(target).replaceFirst("$1/"));
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
