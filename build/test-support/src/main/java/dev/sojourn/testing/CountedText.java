package dev.sojourn.testing;

/// A text that counts how many of its characters are read. Confined to one thread.
public final class CountedText implements CharSequence {

  private final String text;
  private final long[] reads;

  /// Creates a text that was not read yet.
  ///
  /// @param text its characters
  public CountedText(String text) {
    this(text, new long[1]);
  }

  private CountedText(String text, long[] reads) {
    this.text = text;
    this.reads = reads;
  }

  /// {@return how often a character was read, those of parts that were taken out as well}
  public long reads() {
    return reads[0];
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    reads[0]++;
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    reads[0] += end - start;
    return new CountedText(text.substring(start, end), reads);
  }

  @Override
  public String toString() {
    return text;
  }
}
