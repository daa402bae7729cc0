package dev.sojourn.sandbox;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.Digest;
import dev.sojourn.page.view.PageView;
import java.util.List;
import java.util.Map;

/// The answer of the services to a request for a page.
public sealed interface PageReply {

  /// The page.
  ///
  /// @param url the page's own URL; after redirects, the last one
  /// @param status 200 to 299
  /// @param headers field names, in any case, with their values in order
  /// @param sizeBytes the size of the decoded body
  /// @param digest the digest of the decoded body
  /// @param view what the page says
  record Content(
      PageUrl url,
      int status,
      Map<String, List<String>> headers,
      int sizeBytes,
      Digest digest,
      PageView view)
      implements PageReply {}

  /// The page has not changed since its known version.
  record Unchanged() implements PageReply {}

  /// Rules or limits do not allow the page.
  ///
  /// @param reason one sentence that names the rule
  record Refused(String reason) implements PageReply {}

  /// There is no page, or it could not be read.
  ///
  /// @param status the HTTP status, or 0 if no answer came
  /// @param reason one sentence
  /// @param mayComeLater whether the page may come if it is requested again a little later
  record Missing(int status, String reason, boolean mayComeLater) implements PageReply {

    /// A page that will not come later.
    ///
    /// @param status the HTTP status, or 0 if no answer came
    /// @param reason one sentence
    public Missing(int status, String reason) {
      this(status, reason, false);
    }
  }
}
