package dev.sojourn.visit.content;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.fetch.answer.AnswerHead;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// An HTTP answer, new or archived, which becomes the answer of a [ContentSource].
///
/// @param status the status of the answer
/// @param fields the header fields, by lower-case name
/// @param body the body without codings; not copied
/// @param truncated whether the body is larger than the limit
public record HttpAnswer(
    int status, Map<String, List<String>> fields, byte[] body, boolean truncated) {
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  /// Fields about the connection, the removed coding, and the server's state for a client.
  private static final Set<String> NOT_PASSED_ON =
      Set.of(
          "alt-svc",
          "authentication-info",
          "connection",
          "content-encoding",
          "content-length",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authentication-info",
          "set-cookie",
          "set-cookie2",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "www-authenticate");

  /// {@return the reason why an answer has no page, one sentence}
  ///
  /// @param status the status of the answer, which is not a redirect
  public static String missing(int status) {
    return status == AnswerHead.PART
        ? "The site answers with a part of the page only (status 206)."
        : "The site answers with status " + status + ".";
  }

  /// {@return the first value of a field}
  ///
  /// @param name the name in lower case
  public Optional<String> field(String name) {
    return fields.getOrDefault(name, List.of()).stream().findFirst();
  }

  /// {@return the page, its new URL, or the reason why there is no page}
  ///
  /// @param url the requested URL
  /// @param maxBytes the limit of a body, for the reason
  public Content content(PageUrl url, int maxBytes) {
    if (REDIRECTS.contains(status)) {
      return field("location")
          .flatMap(location -> Content.Redirect.read(url, location))
          .orElseGet(() -> new Content.Missing(status, "The site redirects to no page."));
    }
    if (!AnswerHead.isPage(status)) {
      return new Content.Missing(status, missing(status));
    }
    if (truncated) {
      return new Content.Missing(
          413,
          "The page is larger than the " + maxBytes + " bytes that this site gives.",
          PageOutcome.TOO_LARGE);
    }
    var passedOn = new LinkedHashMap<String, List<String>>(fields);
    passedOn.keySet().removeAll(NOT_PASSED_ON);
    passedOn.put("content-length", List.of(Integer.toString(body.length)));
    return new Content.Found(url, status, passedOn, body);
  }
}
