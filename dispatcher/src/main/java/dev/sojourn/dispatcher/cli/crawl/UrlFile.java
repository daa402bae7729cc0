package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.Messages;
import dev.sojourn.base.file.RegularFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/// Files with a URL on each line. Empty lines and those that begin with `#` are comments.
final class UrlFile {
  private static final int MAX_BYTES = 64 << 20;

  private UrlFile() {}

  /// {@return the URLs in the file}
  ///
  /// @param file `-` for standard input
  /// @throws CommandException if it cannot be read, or there is none in it
  static List<String> read(Path file) {
    try {
      var text =
          file.toString().equals("-")
              ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
              : RegularFile.readText(file, MAX_BYTES);
      var urls =
          text.lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty() && !line.startsWith("#"))
              .toList();
      if (urls.isEmpty()) {
        throw new CommandException(
            ExitCode.USAGE, "There is no URL in " + file + "; write one on each line.");
      }
      return urls;
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
