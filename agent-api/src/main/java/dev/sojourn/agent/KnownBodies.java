package dev.sojourn.agent;

import dev.sojourn.agent.frontier.Fingerprint;
import dev.sojourn.agent.frontier.FingerprintTable;
import dev.sojourn.agent.frontier.StateInput;
import dev.sojourn.agent.frontier.StateOutput;
import java.io.IOException;

/// The bodies of the pages that a frontier knows, each as a 64-bit fingerprint with a mark. The
/// mark holds the rank of its URL and whether its links were taken. It also counts the pages with
/// this body whose links led to nothing new.
final class KnownBodies {
  /// How many pages in a row with the same body may have links that lead to nothing new.
  static final int MAX_VAIN = 8;

  private static final int LINKS_TAKEN = 1;
  private static final int VAIN_SHIFT = 1;
  private static final int VAIN_MASK = 0xf << VAIN_SHIFT;
  private static final int RANK_SHIFT = 5;

  /// Added to the rank of a URL that is not the page's canonical URL.
  private static final int NOT_CANONICAL = PageUrl.MAX_CHARS + 1;

  private final FingerprintTable marks = FingerprintTable.marked();

  void write(StateOutput out) throws IOException {
    marks.write(out);
  }

  void read(StateInput in) {
    marks.read(in);
  }

  /// Records under which URL a body is kept; returns whether the body was unknown.
  boolean keep(Page page) {
    long body = Fingerprint.of(page.digest());
    int mark = marks.mark(body);
    if (mark >>> RANK_SHIFT != 0) {
      return false;
    }
    marks.mark(body, mark | rank(page) << RANK_SHIFT);
    return true;
  }

  /// Keeps a body under another URL if that is better; returns whether it is.
  boolean keepBetter(Page page) {
    long body = Fingerprint.of(page.digest());
    int mark = marks.mark(body);
    int kept = mark >>> RANK_SHIFT;
    int rank = rank(page);
    if (kept == 0 || rank >= kept) {
      return false;
    }
    marks.mark(body, (mark & (LINKS_TAKEN | VAIN_MASK)) | rank << RANK_SHIFT);
    return true;
  }

  /// Marks the links of a body as taken; returns whether they were not taken before.
  boolean takeLinks(long body) {
    int mark = marks.mark(body);
    if ((mark & LINKS_TAKEN) != 0) {
      return false;
    }
    marks.mark(body, mark | LINKS_TAKEN);
    return true;
  }

  /// {@return whether the links of pages with this body led to nothing new too often}
  boolean isVain(long body) {
    return (marks.mark(body) & VAIN_MASK) >> VAIN_SHIFT >= MAX_VAIN;
  }

  /// Counts a page with this body whose links led to nothing new.
  void countVain(long body) {
    if (!isVain(body)) {
      marks.mark(body, marks.mark(body) + (1 << VAIN_SHIFT));
    }
  }

  /// Resets the count, since the links of a page with this body led to a new body.
  void forgetVain(long body) {
    marks.mark(body, marks.mark(body) & ~VAIN_MASK);
  }

  /// The rank of a URL; the smallest is the best: the page's canonical URL first, then shorter
  /// URLs.
  private static int rank(Page page) {
    boolean canonical = page.canonical().filter(page.url()::equals).isPresent();
    int chars = Math.clamp(page.url().length(), 1, PageUrl.MAX_CHARS);
    return canonical ? chars : NOT_CANONICAL + chars;
  }
}
