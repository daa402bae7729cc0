package dev.sojourn.sandbox.worker.page;

/// The parts of a page that an agent asked for. It will want the same parts of the next page.
///
/// @param digest of the body
/// @param html whether the page was parsed, for any part of it
/// @param headings of the page
/// @param text of the page
/// @param links of the page
public record AskedParts(
    boolean digest, boolean html, boolean headings, boolean text, boolean links) {
  /// No part was asked for.
  public static final AskedParts NONE = new AskedParts(false, false, false, false, false);
}
