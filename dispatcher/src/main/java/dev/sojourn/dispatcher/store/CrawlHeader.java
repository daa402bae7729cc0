package dev.sojourn.dispatcher.store;

import java.util.List;

/// The settings with which a crawl began; `--resume` does not change them.
///
/// @param id letters and digits, unguessable; agent ids begin with it
/// @param starts the start URLs, normalised
/// @param productToken picks the groups of robots.txt
/// @param codeDigest SHA-256 of the agent's jar, in hexadecimal
/// @param entryClass the agent's class
/// @param ownerKeyId the key that signs passports and requests
/// @param begun when, in milliseconds since 1970
public record CrawlHeader(
    String id,
    List<String> starts,
    String productToken,
    String codeDigest,
    String entryClass,
    String ownerKeyId,
    long begun) {

  /// Copies the list.
  public CrawlHeader {
    starts = List.copyOf(starts);
  }
}
