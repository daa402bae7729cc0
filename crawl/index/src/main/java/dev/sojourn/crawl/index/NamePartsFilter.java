package dev.sojourn.crawl.index;

import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterIterator;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/// Adds the parts of a name: `TokenStream` becomes `TokenStream` and `Token` at one position, and
/// `Stream` at the next.
///
/// The terms and positions equal those of Lucene's WordDelimiterGraphFilter followed by
/// FlattenGraphFilter. Those two filters maintain a graph and the attributes of each token, which
/// the index then drops. Here most words have no parts and pass through after one check of their
/// characters. Offsets are those of the whole name, since the index stores none.
final class NamePartsFilter extends TokenFilter {
  private static final byte[] TYPES = WordDelimiterIterator.DEFAULT_WORD_DELIM_TABLE;

  // The kinds of a character are bits; a letter without case counts as both lower and upper case.
  private static final int LETTER = WordDelimiterIterator.ALPHA;
  private static final int UPPER = WordDelimiterIterator.getType('A');
  private static final int DIGIT = WordDelimiterIterator.getType('0');
  private static final int DELIMITER = WordDelimiterIterator.getType('_');

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final PositionIncrementAttribute position =
      addAttribute(PositionIncrementAttribute.class);

  /// The name whose remaining parts follow, and the position at which the search for the next part
  /// begins.
  private char[] name = new char[32];

  private int length;
  private int at;

  /// Whether the next part is the first of the name; the first part shares the position of the
  /// name.
  private boolean isFirst;

  NamePartsFilter(TokenStream words) {
    super(words);
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (at < length) {
      int begin = partFrom(at);
      if (begin < length) {
        at = partEnd(name, begin, length);
        term.copyBuffer(name, begin, at - begin);
        position.setPositionIncrement(isFirst ? 0 : 1);
        isFirst = false;
        return true;
      }
      at = length;
    }
    if (!input.incrementToken()) {
      return false;
    }
    if (!isOnePart(term.buffer(), term.length())) {
      keepName();
    }
    return true;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    at = 0;
    length = 0;
  }

  private void keepName() {
    length = term.length();
    if (name.length < length) {
      name = new char[length];
    }
    System.arraycopy(term.buffer(), 0, name, 0, length);
    at = 0;
    isFirst = true;
  }

  private int partFrom(int from) {
    int begin = from;
    while (begin < length && has(type(name[begin]), DELIMITER)) {
      begin++;
    }
    return begin;
  }

  private static boolean isOnePart(char[] text, int length) {
    return !has(type(text[0]), DELIMITER) && partEnd(text, 0, length) == length;
  }

  /// The index after a part. A part ends before a delimiter, and before a capital that follows a
  /// small letter. Several capitals and the small letters after them form one part.
  private static int partEnd(char[] text, int begin, int length) {
    int before = type(text[begin]);
    for (int i = begin + 1; i < length; i++) {
      int type = type(text[i]);
      if (isBreak(before, type)) {
        return i;
      }
      before = type;
    }
    return length;
  }

  private static boolean isBreak(int before, int type) {
    boolean isNameGoingOn = has(before, UPPER) && has(type, LETTER);
    boolean isNumberInName =
        (has(before, LETTER) && has(type, DIGIT)) || (has(before, DIGIT) && has(type, LETTER));
    return !has(before, type) && !isNameGoingOn && !isNumberInName;
  }

  private static boolean has(int type, int kind) {
    return (type & kind) != 0;
  }

  private static int type(char c) {
    return c < TYPES.length ? TYPES[c] : WordDelimiterIterator.getType(c);
  }
}
