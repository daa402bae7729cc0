package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Files with a URL on each line. Empty lines and those that begin with `#` are comments. A byte
/// order mark at the beginning of the file is not part of its first line.
final class UrlFile {
  private static final int MAX_BYTES = 64 << 20;
  private static final int MAX_TOLD = 10;
  private static final int MAX_TOLD_CHARS = 200;
  private static final String BYTE_ORDER_MARK = "\ufeff";

  private UrlFile() {}

  /// A line that is not a comment.
  ///
  /// @param number the number of the line in the file, from 1
  /// @param text the line without the white space around it
  private record Line(int number, String text) {}

  /// {@return the URLs in the file, each of http or https}
  ///
  /// @param file `-` for standard input
  /// @throws CommandException if the file cannot be read or has no URL, or if a line is not a URL;
  ///   the message lists up to ten lines
  static List<String> urls(Path file) {
    var lines = read(file);
    var wrong = lines.stream().filter(line -> expectation(line.text()).isPresent()).toList();
    if (!wrong.isEmpty()) {
      int more = wrong.size() - MAX_TOLD;
      var sentences = wrong.stream().limit(MAX_TOLD).map(line -> noted(file, line));
      var rest =
          more > 0 ? List.of("and " + Messages.count(more, "further line")) : List.<String>of();
      throw new CommandException(ExitCode.USAGE, Stream.concat(sentences, rest.stream()).toList());
    }
    return lines.stream().map(Line::text).toList();
  }

  private static String noted(Path file, Line line) {
    return "%s, line %d: '%s' (expected: %s)"
        .formatted(
            name(file), line.number(), shown(line.text()), expectation(line.text()).orElse(""));
  }

  /// {@return the lines of the file, which may be URLs or paths}
  ///
  /// @param file `-` for standard input
  /// @throws CommandException if the file cannot be read, or it has no such line
  static List<String> urlsOrPaths(Path file) {
    return read(file).stream().map(Line::text).toList();
  }

  /// The expectation that a line does not meet; empty if it is a URL. White space is refused, since
  /// two URLs on one line would become one wrong URL.
  private static Optional<String> expectation(String line) {
    if (line.codePoints().anyMatch(UrlFile::isSpace)) {
      return Optional.of(
          "one URL, which has no white space; a comment has a line of its own, which begins with"
              + " #");
    }
    return PageUrl.parse(line).isPresent()
        ? Optional.empty()
        : Optional.of("an http or https URL, as https://example.org/");
  }

  private static boolean isSpace(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  private static String shown(String line) {
    return ForeignText.of(line).exceeds(MAX_TOLD_CHARS)
        ? ForeignText.of(line).text(MAX_TOLD_CHARS) + "…"
        : ForeignText.of(line).text(MAX_TOLD_CHARS);
  }

  private static String name(Path file) {
    return isStandardInput(file) ? "standard input" : file.toString();
  }

  private static boolean isStandardInput(Path file) {
    return file.toString().equals("-");
  }

  private static List<Line> read(Path file) {
    var lines = new ArrayList<Line>();
    int number = 0;
    for (var line : text(file).lines().toList()) {
      number++;
      var text = line.strip();
      if (!text.isEmpty() && !text.startsWith("#")) {
        lines.add(new Line(number, text));
      }
    }
    if (lines.isEmpty()) {
      throw new CommandException(
          ExitCode.USAGE, "There is no URL in " + name(file) + "; write one on each line.");
    }
    return lines;
  }

  private static String text(Path file) {
    try {
      var text =
          isStandardInput(file)
              ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
              : RegularFile.readText(file, MAX_BYTES);
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (NoSuchFileException _) {
      throw new CommandException(
          ExitCode.USAGE, "There is no file " + file + "; name one with a URL on each line.");
    } catch (CharacterCodingException _) {
      throw new CommandException(
          ExitCode.USAGE, file + " cannot be read as text; name a file with a URL on each line.");
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.USAGE, Messages.clause(e) + "; name a file with a URL on each line.");
    }
  }
}
