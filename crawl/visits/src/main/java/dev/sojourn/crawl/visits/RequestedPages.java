package dev.sojourn.crawl.visits;

import dev.sojourn.atp.parcel.PageRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The pages that a visit requested, by whether the last answer was a failure. A visit may request
/// a page again that failed before. Confined to one thread.
public final class RequestedPages {
  private final Set<String> failed = new LinkedHashSet<>();
  private final List<String> answered = new ArrayList<>();

  /// Creates an empty collection.
  public RequestedPages() {}

  /// Adds the next record of the visit.
  ///
  /// @param page a record
  public void add(PageRecord page) {
    if (page.outcome().isFailure()) {
      failed.add(page.url());
    } else {
      failed.remove(page.url());
      answered.add(page.url());
    }
  }

  /// {@return the pages that probably exist, but could not be read the last time}
  public Set<String> failed() {
    return Collections.unmodifiableSet(failed);
  }

  /// {@return the pages that got an answer other than a failure}
  public List<String> answered() {
    return Collections.unmodifiableList(answered);
  }
}
