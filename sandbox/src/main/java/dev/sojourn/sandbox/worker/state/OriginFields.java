package dev.sojourn.sandbox.worker.state;

import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// The origin of the waiting URLs of a frontier, as the serializer sees it.
final class OriginFields {
  private final Field pages;
  private final Field runs;

  /// URLs that were found on one page and wait one behind the other.
  ///
  /// @param foundOn the page; empty where none is known
  /// @param depth of the URLs
  /// @param urls how many
  record Run(String foundOn, int depth, int urls) {}

  OriginFields(Class<?> type) {
    this.pages = FrontierSerializer.field(type, "pages");
    this.runs = FrontierSerializer.field(type, "runs");
  }

  List<Run> of(Object origins) throws IllegalAccessException {
    var found = new ArrayList<Run>();
    var page = pages(origins).iterator();
    for (int[] run : runs(origins)) {
      found.add(new Run(page.next(), run[0], run[1]));
    }
    return found;
  }

  void add(Object origins, Run run) throws IllegalAccessException {
    pages(origins).addLast(run.foundOn());
    runs(origins).addLast(new int[] {run.depth(), run.urls()});
  }

  @SuppressWarnings("unchecked") // declared so there
  private ArrayDeque<String> pages(Object origins) throws IllegalAccessException {
    return (ArrayDeque<String>) pages.get(origins);
  }

  @SuppressWarnings("unchecked") // declared so there
  private ArrayDeque<int[]> runs(Object origins) throws IllegalAccessException {
    return (ArrayDeque<int[]>) runs.get(origins);
  }
}
