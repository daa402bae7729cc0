package dev.sojourn.visit.warc;

import dev.sojourn.agent.PageUrl;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// The latest capture of each URL of a site. If two captures have the same date, the later one in
/// the files is used. A revisit is used only if the record with its body exists.
final class WarcIndex {
  private static final int NOT_MODIFIED = 304;
  private static final int MAX_LOST = 20;

  private final NavigableMap<Path, WarcFile> files;
  private final Map<String, WarcCapture> pages = new HashMap<>();
  private final List<WarcDamage> damages = new ArrayList<>();

  private WarcIndex(Map<Path, WarcFile> files) {
    this.files = Collections.unmodifiableNavigableMap(new TreeMap<>(files));
  }

  /// Indexes files in the order of their paths.
  static WarcIndex of(Map<Path, WarcFile> files) {
    var index = new WarcIndex(files);
    var referable = new HashMap<WarcName, WarcCapture>();
    for (var file : index.files.values()) {
      index.damages.addAll(file.damages());
      for (var entry : file.entries()) {
        if (!entry.isRevisit()) {
          index.offer(entry.page(), entry.capture());
          entry.names().forEach(name -> referable.put(name, entry.capture()));
        }
      }
    }
    index.files.values().forEach(file -> index.resolveRevisits(file, referable));
    return index;
  }

  private void resolveRevisits(WarcFile file, Map<WarcName, WarcCapture> referable) {
    int lost = 0;
    for (var entry : file.entries()) {
      if (!entry.isRevisit()) {
        continue;
      }
      var referred =
          entry.refersTo().stream().filter(referable::containsKey).findFirst().map(referable::get);
      if (referred.isPresent()) {
        offer(entry.page(), revisit(entry.capture(), referred.get()));
      } else if (lost++ < MAX_LOST) {
        damages.add(
            new WarcDamage(
                file.path(),
                entry.capture().place().offset(),
                "a revisit refers to a record that is not there"));
      }
    }
  }

  /// Combines a revisit with its record. A revisit that contains the head of an answer keeps its
  /// own status.
  private static WarcCapture revisit(WarcCapture revisit, WarcCapture referred) {
    boolean hasHead = revisit.status() != 0 && revisit.status() != NOT_MODIFIED;
    return new WarcCapture(
        revisit.place(),
        revisit.date(),
        hasHead ? revisit.status() : referred.status(),
        referred.payload(),
        Optional.of(referred.place()));
  }

  private void offer(String page, WarcCapture capture) {
    pages.merge(page, capture, (old, next) -> next.date().isBefore(old.date()) ? old : next);
  }

  Optional<WarcCapture> find(PageUrl url) {
    return Optional.ofNullable(pages.get(url.pathAndQuery()));
  }

  /// The URLs that have a capture, sorted.
  List<PageUrl> urls(String origin) {
    return pages.keySet().stream()
        .sorted()
        .flatMap(page -> PageUrl.parse(origin + page).stream())
        .toList();
  }

  /// A stamp of each existing page, by its path and query.
  NavigableMap<String, Long> stamps() {
    var stamps = new TreeMap<String, Long>();
    pages.forEach(
        (page, capture) -> {
          if (!capture.isGone()) {
            stamps.put(page, capture.stamp());
          }
        });
    return stamps;
  }

  /// The files by their paths.
  NavigableMap<Path, WarcFile> files() {
    return files;
  }

  List<WarcDamage> damages() {
    return damages;
  }

  int size() {
    return pages.size();
  }
}
