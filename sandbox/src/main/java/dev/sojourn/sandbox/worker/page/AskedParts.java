package dev.sojourn.sandbox.worker.page;

/// The parts of a page that an agent asked for. The worker expects it to want the same parts of the
/// next page.
///
/// @param digest whether it asked for the digest of the body
/// @param html whether it asked for any part for which the page was parsed
/// @param headings whether it asked for the headings
/// @param text whether it asked for the text
/// @param links whether it asked for the links
public record AskedParts(
    boolean digest, boolean html, boolean headings, boolean text, boolean links) {
  /// No part was asked for.
  public static final AskedParts NONE = new AskedParts(false, false, false, false, false);
}
