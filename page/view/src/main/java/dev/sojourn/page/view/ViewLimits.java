package dev.sojourn.page.view;

/// The limits of the view of one page. Without limits, a small page could have a large view: a long
/// `base` precedes each reference, and nested links repeat texts.
public final class ViewLimits {
  /// Processor time for the markup of one page. A page of a megabyte takes 20 ms.
  public static final long MARKUP_NANOS = 2_000_000_000L;

  /// The part of the reader's heap that the elements of one page may take.
  public static final int MARKUP_HEAP_PARTS = 2;

  /// The part of the reader's heap that the elements of a head may take, if it is read again.
  public static final int LATE_HEAD_HEAP_PARTS = 8;

  /// The most elements that are open at once. The parser closes deeper elements.
  public static final int DEPTH = 512;

  /// The most characters of the title.
  public static final int TITLE_CHARS = 64 << 10;

  /// The most characters of the visible text.
  public static final int TEXT_CHARS = 8 << 20;

  /// The most headings.
  public static final int HEADINGS = 10_000;

  /// The most characters of all headings.
  public static final int HEADING_CHARS = 1 << 20;

  /// The most links.
  public static final int LINKS = 100_000;

  /// The most characters of the URLs and texts of all links.
  public static final int LINK_CHARS = 4 << 20;

  /// The most characters of all references, each with the base before it, even of references that
  /// are not links.
  public static final int RESOLVED_CHARS = 32 << 20;

  /// The most `meta` elements.
  public static final int METAS = 10_000;

  /// The most characters of all `meta` elements.
  public static final int META_CHARS = 1 << 20;

  /// The most scripts of structured data.
  public static final int SCRIPTS = 1_000;

  /// The most characters of all such scripts.
  public static final int SCRIPT_CHARS = 4 << 20;

  private ViewLimits() {}
}
