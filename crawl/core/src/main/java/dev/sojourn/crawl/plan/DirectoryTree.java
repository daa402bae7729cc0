package dev.sojourn.crawl.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The known pages of a territory, counted by directory. The tree chooses directories for parts of
/// about equal size.
///
/// ```
///   /            1,000      large directories are opened until none is larger than a part
///   ├─ api/        990      should be; then they are assigned, the largest first, each to the
///   │  ├─ base/    400      part with the fewest pages; the first part also gets the rest:
///   │  ├─ desktop/ 500      directories that are not chosen or not known yet
///   │  └─ xml/      60
///   └─ blog/        10
/// ```
///
/// Assigning the largest first is Graham's rule (1969). No part gets larger than the mean plus the
/// largest directory, unless the first part starts with more. The result depends only on the paths,
/// not on their order. Memory is bounded. Confined to one thread.
public final class DirectoryTree {
  /// Deeper directories count as part of their parents.
  private static final int MAX_DEPTH = 12;

  /// Directories with longer names count as part of their parents. A few of them would fill a
  /// passport, and many would fill the memory.
  private static final int MAX_CHARS = 200;

  /// Once this many directories are known, further ones count as part of their parents.
  private static final int MAX_DIRECTORIES = 200_000;

  /// The limit for the directories of all parts together. A passport has room for 1,000 prefixes.
  static final int MAX_CHOSEN = 64;

  /// Smaller directories and parts stay in the first part: below 1/16 of a part's mean size.
  private static final int LEAST_SHARE = 16;

  /// The limit for the largest part, in percent of all pages. With a larger part, cutting gains
  /// nothing.
  private static final int MOST_PERCENT = 90;

  private final TreeMap<String, Integer> pages = new TreeMap<>();
  private final Map<String, Set<String>> children = new TreeMap<>();

  /// Directories that contain some of the pages kept together, but not all of them.
  private final Set<String> torn = new TreeSet<>();

  /// Creates a tree without pages.
  public DirectoryTree() {}

  /// Adds a page.
  ///
  /// @param path of its URL, normalised
  /// @return the deepest directory that counts the page; the same object for all pages there
  public String add(String path) {
    var parent = "/";
    pages.merge(parent, 1, Integer::sum);
    for (var directory : directories(path)) {
      if (!pages.containsKey(directory) && pages.size() >= MAX_DIRECTORIES) {
        break;
      }
      pages.merge(directory, 1, Integer::sum);
      children.computeIfAbsent(parent, _ -> new TreeSet<>()).add(directory);
      parent = directory;
    }
    return pages.floorKey(parent);
  }

  /// The directories around a page that may be counted, the outermost first.
  private static List<String> directories(String path) {
    var directories = new ArrayList<String>();
    int end = path.indexOf('/', 1);
    while (end > 0 && end < MAX_CHARS && directories.size() < MAX_DEPTH) {
      directories.add(path.substring(0, end + 1));
      end = path.indexOf('/', end + 1);
    }
    return directories;
  }

  /// Keeps pages in one part. An agent that treats pages with equal bodies as one has to see them
  /// all.
  ///
  /// @param paths of their URLs, normalised, or the directories that count them, as [#add] returns
  ///   them
  public void keepTogether(Collection<String> paths) {
    var common = paths.iterator().next();
    for (var path : paths) {
      common = common(common, path);
    }
    for (var path : paths) {
      for (var directory : directories(path)) {
        if (directory.length() > common.length()) {
          torn.add(directory);
        }
      }
    }
  }

  private static String common(String one, String other) {
    int length = 0;
    while (length < Math.min(one.length(), other.length())
        && one.charAt(length) == other.charAt(length)) {
      length++;
    }
    return one.substring(0, one.lastIndexOf('/', Math.max(0, length - 1)) + 1);
  }

  /// Chooses the directories of the parts.
  ///
  /// @param most the limit for the number of parts, including the first
  /// @param leastPages the fewest pages that a part should have on average
  /// @return the directories of each part but the first, which has the rest; empty if parts would
  ///   gain nothing
  public List<List<String>> parts(int most, int leastPages) {
    int total = pages("/");
    int count = Math.min(most, total / leastPages);
    if (count < 2) {
      return List.of();
    }
    int mean = Math.ceilDiv(total, count);
    var parts = dealtOut(chosen(mean), total, count);
    var wanted =
        parts.subList(1, parts.size()).stream()
            .filter(part -> part.pages >= Math.max(1, mean / LEAST_SHARE))
            .toList();
    int rest = total - wanted.stream().mapToInt(part -> part.pages).sum();
    int largest = wanted.stream().mapToInt(part -> part.pages).reduce(rest, Math::max);
    return largest * 100L > total * (long) MOST_PERCENT
        ? List.of()
        : wanted.stream().map(part -> part.directories.stream().sorted().toList()).toList();
  }

  private int pages(String directory) {
    return pages.getOrDefault(directory, 0);
  }

  private Set<String> children(String directory) {
    return children.getOrDefault(directory, Set.of());
  }

  /// Sorts the largest directory first, and equally large ones by name.
  private Comparator<String> bySize() {
    return Comparator.comparingInt(this::pages).reversed().thenComparing(Comparator.naturalOrder());
  }

  private List<String> chosen(int mean) {
    var chosen = new ArrayList<String>();
    var open = new PriorityQueue<>(bySize());
    open.addAll(children("/"));
    while (!open.isEmpty() && chosen.size() < MAX_CHOSEN) {
      var directory = open.remove();
      if (pages(directory) < Math.max(1, mean / LEAST_SHARE)) {
        break;
      }
      if (torn.contains(directory) || isOpened(directory, mean)) {
        open.addAll(children(directory));
      } else {
        chosen.add(directory);
      }
    }
    return chosen;
  }

  /// Whether a directory is replaced by its subdirectories. Pages outside chosen ones stay in the
  /// first part.
  private boolean isOpened(String directory, int mean) {
    int below =
        children(directory).stream().filter(d -> !torn.contains(d)).mapToInt(this::pages).sum();
    return pages(directory) > mean && below * 2 > pages(directory);
  }

  /// A part under construction.
  private static final class Part {
    private final List<String> directories = new ArrayList<>();
    private int pages;
  }

  private List<Part> dealtOut(List<String> chosen, int total, int count) {
    var parts = new ArrayList<Part>();
    for (int i = 0; i < count; i++) {
      parts.add(new Part());
    }
    parts.getFirst().pages = total - chosen.stream().mapToInt(this::pages).sum();
    for (var directory : chosen.stream().sorted(bySize()).toList()) {
      var least = parts.stream().min(Comparator.comparingInt(part -> part.pages)).orElseThrow();
      least.directories.add(directory);
      least.pages += pages(directory);
    }
    return parts;
  }
}
