package dev.sojourn.base.cli;

import dev.sojourn.base.text.ForeignText;
import java.io.PrintWriter;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The only writer through which commands print. The output may contain text from outside, so that
/// characters are replaced that control the terminal or change the direction of writing. A text
/// that is printed as one line, or as one argument of a format, stays on one line.
///
/// A display that moves the cursor or sets colours uses the underlying writer ([#styled]); the
/// architecture test lists the classes that may do so.
public final class TerminalWriter extends PrintWriter {
  private static final char NOT_PLAIN = '\ufffd';

  private final PrintWriter through;

  private TerminalWriter(PrintWriter through) {
    super(through, true);
    this.through = through;
  }

  /// {@return a writer of this type around a writer; the writer itself if it has this type}
  ///
  /// @param out to standard output or standard error
  static TerminalWriter of(PrintWriter out) {
    return out instanceof TerminalWriter door ? door : new TerminalWriter(out);
  }

  /// {@return the underlying writer, for a display that writes control sequences and cleans each
  /// text itself}
  ///
  /// @param out of a command
  public static PrintWriter styled(PrintWriter out) {
    return out instanceof TerminalWriter door ? door.through : out;
  }

  @Override
  public void println(@Nullable String line) {
    super.println(oneLine(String.valueOf(line)));
  }

  @Override
  public void println(@Nullable Object line) {
    println(String.valueOf(line));
  }

  @Override
  public PrintWriter format(String format, @Nullable Object... args) {
    return super.format(format, lines(args));
  }

  @Override
  public PrintWriter format(@Nullable Locale locale, String format, @Nullable Object... args) {
    return super.format(locale, format, lines(args));
  }

  @Override
  public void write(int c) {
    super.write(isShown(c) ? c : NOT_PLAIN);
  }

  @Override
  public void write(char[] text, int from, int count) {
    write(new String(text, from, count));
  }

  @Override
  public void write(String text, int from, int count) {
    var plain = plain(text.substring(from, from + count));
    super.write(plain, 0, plain.length());
  }

  private static @Nullable Object[] lines(@Nullable Object[] args) {
    return Arrays.stream(args)
        .map(
            arg ->
                switch (arg) {
                  case null -> null;
                  case Number _, Boolean _, Character _, TemporalAccessor _ -> arg;
                  default -> oneLine(arg.toString());
                })
        .toArray();
  }

  /// {@return a text on one line: line ends and tabs become spaces}
  ///
  /// @param text any
  static String oneLine(String text) {
    return plain(text.replace('\n', ' ').replace('\r', ' ').replace('\t', ' '));
  }

  private static String plain(String text) {
    if (text.codePoints().allMatch(TerminalWriter::isShown)) {
      return text;
    }
    var out = new StringBuilder(text.length());
    text.codePoints().map(c -> isShown(c) ? c : NOT_PLAIN).forEach(out::appendCodePoint);
    return out.toString();
  }

  private static boolean isShown(int c) {
    return c == '\n' || c == '\t' || ForeignText.isPlain(c);
  }
}
