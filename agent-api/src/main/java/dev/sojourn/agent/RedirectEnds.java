package dev.sojourn.agent;

import dev.sojourn.agent.frontier.Fingerprint;
import dev.sojourn.agent.frontier.FingerprintTable;
import dev.sojourn.agent.frontier.PostponedUrls;
import dev.sojourn.agent.frontier.PriorityQueues;

/// The pages that were read at the end of a redirect while their own URLs waited. With this record,
/// each page is read only once.
///
/// They are stored with the seen URLs of a frontier, as texts that are not URLs. They are therefore
/// part of its state, with six octets each.
final class RedirectEnds {
  private static final String READ = "> ";

  private RedirectEnds() {}

  private static long print(String url) {
    return Fingerprint.of(READ.concat(url));
  }

  /// Records a page that was read.
  static void add(String url, FingerprintTable seenUrls) {
    var _ = seenUrls.add(print(url));
  }

  /// {@return whether a page was read, so that its own URL can be skipped}
  static boolean isOne(String url, FingerprintTable seenUrls) {
    return seenUrls.contains(print(url));
  }

  /// Removes the next waiting URLs as long as their pages were read.
  static void skip(PriorityQueues waiting, PostponedUrls postponed, FingerprintTable seenUrls) {
    postponed.skip(url -> isOne(url, seenUrls));
    while (!waiting.isEmpty() && isOne(waiting.upcoming(1).getFirst().url(), seenUrls)) {
      var _ = waiting.take();
    }
  }
}
