package dev.sojourn.visit.view;

import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.ParsedPage;
import dev.sojourn.page.view.TreeView;
import dev.sojourn.page.view.ViewReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/// A reader that parses nothing: the text of a view is the whole body.
public final class PlainReader implements ViewReader {
  @Override
  public PageView view(Source source) {
    var text = new String(source.body(), StandardCharsets.UTF_8);
    return PageView.of(
        new ParsedPage(
            new ParsedPage.Type("text/plain", "UTF-8", false),
            new ParsedPage.Texts("", List.of(), text, "", List.of()),
            ParsedPage.Links.NONE,
            ParsedPage.Statements.NONE,
            0,
            Set.of(),
            ""));
  }

  @Override
  public TreeView tree(Source source) {
    return TreeView.UNREAD;
  }

  @Override
  public byte[] text(Source source) {
    return source.body();
  }
}
