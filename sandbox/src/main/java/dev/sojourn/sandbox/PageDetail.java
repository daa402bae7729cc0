package dev.sojourn.sandbox;

/// A part of a page that a worker gets only when its agent asks for it.
public enum PageDetail {
  /// The octets of the body.
  BYTES,
  /// The body as text, in UTF-8.
  TEXT,
  /// The elements of the page and the places of its links, as a [dev.sojourn.page.view.TreeView].
  TREE
}
