package dev.sojourn.sandbox.worker.page;

/// The parts of a page that an agent asked for. Of the next page it will want the same.
///
/// @param digest of the body
/// @param html parsed, for whatever part of it
/// @param headings of the page
/// @param text of the page
/// @param links of the page
public record AskedParts(
    boolean digest, boolean html, boolean headings, boolean text, boolean links) {
  /// Nothing was asked for.
  public static final AskedParts NONE = new AskedParts(false, false, false, false, false);
}
