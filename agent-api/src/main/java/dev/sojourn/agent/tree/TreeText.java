package dev.sojourn.agent.tree;

/// Collects the text of an element, with white space folded.
///
/// Elements and texts are visited in document order. An element ends before the next text or
/// element that is outside it; climbing over the parents finds all elements that end there. As each
/// element ends once, the walk is linear and needs no stack.
final class TreeText {
  private final PageTree tree;
  private final TreeData data;
  private final StringBuilder out = new StringBuilder();

  private TreeText(PageTree tree) {
    this.tree = tree;
    this.data = tree.data();
  }

  /// {@return the text of an element and its descendants}
  static String all(PageTree tree, int element) {
    var text = new TreeText(tree);
    text.addAll(element);
    return text.out.toString().trim();
  }

  /// {@return the text of an element without its descendants}
  static String own(PageTree tree, int element) {
    var text = new TreeText(tree);
    text.addOwn(element);
    return text.out.toString().trim();
  }

  private void addAll(int root) {
    int end = tree.endOf(root);
    int open = root;
    int next = root + 1;
    int at = firstText(root);
    while (true) {
      if (isTextOf(at, root, end) && data.positionOfText(at) == next) {
        close(open, data.parentOfText(at));
        open = data.parentOfText(at);
        append(at++);
      } else if (next < end) {
        close(open, data.parentOf(next));
        breakWord(next, TreeData.BREAKS_BEFORE, !out.isEmpty());
        open = next++;
      } else {
        close(open, root);
        return;
      }
    }
  }

  /// Ends elements, beginning with the innermost, up to an ancestor that stays open.
  private void close(int from, int ancestor) {
    for (int open = from; open > ancestor; open = data.parentOf(open)) {
      breakWord(open, TreeData.BREAKS_AFTER, true);
    }
  }

  private void addOwn(int element) {
    int end = tree.endOf(element);
    int child = element + 1;
    for (int at = firstText(element); isTextOf(at, element, end); at++) {
      if (data.parentOfText(at) == element) {
        for (; child < data.positionOfText(at); child = tree.endOf(child)) {
          if (tree.nameOf(child).equals("br")) {
            space();
          }
        }
        append(at);
      }
    }
  }

  /// Returns the first text that comes after the beginning of an element.
  private int firstText(int element) {
    int low = 0;
    int high = data.textCount();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (data.positionOfText(middle) <= element) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// Whether a text that comes after the beginning of an element also comes before its end.
  private boolean isTextOf(int at, int element, int end) {
    return at < data.textCount()
        && data.positionOfText(at) <= end
        && data.parentOfText(at) >= element;
  }

  private void breakWord(int element, int edge, boolean mayBegin) {
    if (mayBegin && (data.edgesOf(element) & edge) != 0) {
      space();
    }
  }

  private void space() {
    if (!isAfterSpace()) {
      out.append(' ');
    }
  }

  private boolean isAfterSpace() {
    return !out.isEmpty() && out.charAt(out.length() - 1) == ' ';
  }

  private void append(int at) {
    int start = data.textStart(at);
    int end = data.textEnd(at);
    boolean isDouble =
        data.keptMark(at) == 0 && start < end && data.text().charAt(start) == ' ' && isAfterSpace();
    out.append(data.text(), isDouble ? start + 1 : start, end);
  }
}
