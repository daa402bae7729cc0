package dev.sojourn.crawl.index;

import java.util.ArrayList;
import java.util.List;

/// Plain text of a page around the words that match.
///
/// @param text with white space folded; `" … "` joins pieces that are not adjacent in the page
/// @param marks the matching words, in order, not overlapping
public record Excerpt(String text, List<Mark> marks) {
  /// The excerpt of a page that has no text or forbids excerpts.
  public static final Excerpt NONE = new Excerpt("", List.of());

  /// A range of the text.
  ///
  /// @param start index of its first character
  /// @param end index after its last character
  public record Mark(int start, int end) {}

  /// Copies the list.
  public Excerpt {
    marks = List.copyOf(marks);
  }

  /// {@return the beginning of the excerpt}
  ///
  /// @param codePoints the limit for its length, in code points
  Excerpt limited(int codePoints) {
    if (text.codePointCount(0, text.length()) <= codePoints) {
      return this;
    }
    int end = text.offsetByCodePoints(0, codePoints);
    var kept = new ArrayList<Mark>();
    for (var mark : marks) {
      if (mark.start() < end) {
        kept.add(new Mark(mark.start(), Math.min(mark.end(), end)));
      }
    }
    return new Excerpt(text.substring(0, end), kept);
  }

  /// {@return the text with a string before and after each mark}
  ///
  /// @param before such as `*`, or the sequence that turns bold on
  /// @param after such as `*`, or the sequence that turns bold off
  public String marked(String before, String after) {
    var out = new StringBuilder();
    int from = 0;
    for (var mark : marks) {
      out.append(text, from, mark.start()).append(before);
      out.append(text, mark.start(), mark.end()).append(after);
      from = mark.end();
    }
    return out.append(text.substring(from)).toString();
  }

  /// Reads text in which two characters enclose each match; these characters occur nowhere else.
  static Excerpt ofMarked(String marked, char before, char after) {
    var text = new StringBuilder();
    var marks = new ArrayList<Mark>();
    int start = 0;
    for (int i = 0; i < marked.length(); i++) {
      char c = marked.charAt(i);
      if (c == before) {
        start = text.length();
      } else if (c == after) {
        marks.add(new Mark(start, text.length()));
      } else {
        text.append(c);
      }
    }
    return new Excerpt(text.toString(), marks);
  }
}
