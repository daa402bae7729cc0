package dev.sojourn.visit.view;

/// A kind of view.
public enum ViewKind {
  /// What a page says: title, text, links and statements.
  PAGE,
  /// The elements of a page, and the places of its links.
  TREE
}
