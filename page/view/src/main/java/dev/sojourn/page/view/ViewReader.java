package dev.sojourn.page.view;

import dev.sojourn.agent.PageUrl;
import java.util.List;
import java.util.Map;

/// Reads pages: makes what a page says of its URL, the fields of its answer and its body. Any
/// thread may use it; a call may wait for a reader.
///
/// No page makes a call fail. A page that takes too long, too much memory, or its reader's life has
/// a view without elements, which gives the reason.
public interface ViewReader {
  /// {@return what a page says}
  ///
  /// @param source the page
  /// @throws InterruptedException if the thread was interrupted
  PageView view(Source source) throws InterruptedException;

  /// {@return the places of a page's links and its elements}
  ///
  /// @param source the page
  /// @throws InterruptedException if the thread was interrupted
  TreeView tree(Source source) throws InterruptedException;

  /// {@return the body of a page as text, in UTF-8; empty if it could not be read}
  ///
  /// @param source the page
  /// @throws InterruptedException if the thread was interrupted
  byte[] text(Source source) throws InterruptedException;

  /// All that views of a page are made of.
  ///
  /// @param url the page's own URL
  /// @param fields the fields of the answer, in any case, with their values in order
  /// @param body the decoded body; not copied, must not be changed
  record Source(PageUrl url, Map<String, List<String>> fields, byte[] body) {}
}
