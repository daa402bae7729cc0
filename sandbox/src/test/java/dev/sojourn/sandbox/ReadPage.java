package dev.sojourn.sandbox;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.Digest;
import dev.sojourn.page.parse.InProcessReader;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.ViewReader;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/// Pages of tests, read without a reader process. It knows the sources of all pages that it read,
/// as long as their views are in use.
public final class ReadPage {
  private static final InProcessReader READER = new InProcessReader();

  private static final Map<PageView, ViewReader.Source> SOURCES =
      Collections.synchronizedMap(new WeakHashMap<>());

  private ReadPage() {}

  /// A page with status 200.
  public static PageReply.Content of(PageUrl url, Map<String, List<String>> fields, byte[] body) {
    var source = new ViewReader.Source(url, fields, body);
    var view = READER.view(source);
    SOURCES.put(view, source);
    return new PageReply.Content(url, 200, fields, body.length, Digest.of(body), view);
  }

  /// The same, with a body in UTF-8.
  public static PageReply.Content of(PageUrl url, Map<String, List<String>> fields, String body) {
    return of(url, fields, body.getBytes(StandardCharsets.UTF_8));
  }

  /// A part of a page that this class read.
  public static byte[] detail(PageReply.Content page, PageDetail detail) {
    var source = SOURCES.get(page.view());
    if (source == null) {
      throw new IllegalArgumentException("read elsewhere: " + page.url());
    }
    return switch (detail) {
      case BYTES -> source.body();
      case TEXT -> READER.text(source);
      case TREE -> READER.tree(source).octets();
    };
  }
}
