package dev.sojourn.crawl.visits;

import dev.sojourn.agent.frontier.Fingerprint;
import dev.sojourn.atp.parcel.PageRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The fingerprints of the pages that a visit requested, by whether the last answer was a failure.
/// A visit may request a page again that failed before. A host may send any record, so the URLs
/// themselves are not kept. Confined to one thread.
public final class RequestedPages {
  private final Set<Long> failed = new LinkedHashSet<>();
  private final List<Long> answered = new ArrayList<>();

  /// Creates an empty collection.
  public RequestedPages() {}

  /// Adds the next record of the visit.
  ///
  /// @param page a record
  public void add(PageRecord page) {
    var print = Fingerprint.of(page.url());
    if (page.outcome().isFailure()) {
      failed.add(print);
    } else {
      failed.remove(print);
      answered.add(print);
    }
  }

  /// {@return the pages that probably exist, but could not be read the last time}
  public Set<Long> failed() {
    return Collections.unmodifiableSet(failed);
  }

  /// {@return the pages that got an answer other than a failure}
  public List<Long> answered() {
    return Collections.unmodifiableList(answered);
  }
}
