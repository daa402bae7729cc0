package dev.sojourn.lab.sandbox;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.base.Digest;
import dev.sojourn.page.parse.InProcessReader;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Orders for visits of a site that exists in memory only.
final class Visits {
  static final String ORIGIN = "http://127.0.0.1";

  private Visits() {}

  static VisitOrder order(
      String signer, byte[] jar, String entry, String path, VisitLimits limits) {
    return new VisitOrder(
        signer,
        "figure",
        new VisitOrder.Code(digest(jar), jar, entry),
        Optional.empty(),
        new VisitOrder.Inputs("FigureBot", List.of(ORIGIN + path), Scope.site(ORIGIN), 1),
        limits);
  }

  /// Limits so high that only the two times are ever reached.
  static VisitLimits limits(Duration wallClock, Duration cpu) {
    return new VisitLimits(
        wallClock,
        cpu,
        1L << 50,
        1L << 40,
        1L << 50,
        1_000_000,
        256 << 10,
        1L << 40,
        1_000_000,
        8 << 20,
        1_000,
        1_000,
        Duration.ofHours(1));
  }

  /// A page that is parsed here, not by a reader.
  static PageReply.Content content(PageUrl url, Map<String, List<String>> fields, byte[] body) {
    var view = new InProcessReader().view(new ViewReader.Source(url, fields, body));
    return new PageReply.Content(url, 200, fields, body.length, Digest.of(body), view);
  }

  private static String digest(byte[] jar) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(jar));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
