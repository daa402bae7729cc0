package dev.sojourn.agent;

import dev.sojourn.agent.frontier.Fingerprint;
import dev.sojourn.agent.frontier.FingerprintTable;
import dev.sojourn.agent.frontier.PriorityQueues;

/// The pages that were read at the end of a redirect while their own URLs waited. They are read
/// once.
///
/// They are kept among the URLs that a frontier has seen, as texts that are no URLs. So they travel
/// with them, in six octets each.
final class RedirectEnds {
  private static final String READ = "> ";

  private RedirectEnds() {}

  private static long print(String url) {
    return Fingerprint.of(READ.concat(url));
  }

  /// Remembers a page that was read.
  static void add(String url, FingerprintTable seenUrls) {
    var _ = seenUrls.add(print(url));
  }

  /// {@return whether a page was read, so that its own URL need not be asked for}
  static boolean isOne(String url, FingerprintTable seenUrls) {
    return seenUrls.contains(print(url));
  }

  /// Takes out the URLs that would come next and need not be asked for.
  static void skip(PriorityQueues waiting, FingerprintTable seenUrls) {
    while (!waiting.isEmpty() && isOne(waiting.upcoming(1).getFirst().url(), seenUrls)) {
      var _ = waiting.take();
    }
  }
}
