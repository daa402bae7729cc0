package dev.sojourn.page.parse;

import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.page.view.ViewReader;
import java.nio.charset.StandardCharsets;

/// Reads pages on the calling thread, without walls: for the pages of one's own project. Any thread
/// may use it.
public final class InProcessReader implements ViewReader {
  /// Creates a reader.
  public InProcessReader() {}

  @Override
  public PageView view(Source source) {
    return parser(source).view();
  }

  @Override
  public TreeView tree(Source source) {
    return parser(source).tree();
  }

  @Override
  public byte[] text(Source source) {
    return parser(source).text().getBytes(StandardCharsets.UTF_8);
  }

  private static PageParser parser(Source source) {
    return new PageParser(source, () -> {});
  }
}
