package dev.sojourn.sandbox.worker.page;

/// The limits of the views of one page. Without limits, a small page could have large views: a long
/// `base` precedes each reference, and nested links repeat texts.
final class ViewLimits {
  /// Processor time for the markup of one page. A page of a megabyte takes 20 ms.
  static final long MARKUP_NANOS = 2_000_000_000L;

  /// The part of the worker's heap that the elements of one page may take.
  static final int MARKUP_HEAP_PARTS = 2;

  /// The most elements that are open at once. The parser closes deeper elements.
  static final int DEPTH = 512;

  static final int TITLE_CHARS = 64 << 10;
  static final int TEXT_CHARS = 8 << 20;
  static final int HEADINGS = 10_000;
  static final int HEADING_CHARS = 1 << 20;
  static final int LINKS = 100_000;

  /// The most characters of the URLs and texts of all links.
  static final int LINK_CHARS = 4 << 20;

  /// The most characters of all references, each with the base before it, even of references that
  /// are not links.
  static final int RESOLVED_CHARS = 32 << 20;

  static final int METAS = 10_000;
  static final int META_CHARS = 1 << 20;
  static final int SCRIPTS = 1_000;
  static final int SCRIPT_CHARS = 4 << 20;

  private ViewLimits() {}
}
