package dev.sojourn.base.text;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Turns messages of other layers into parts of sentences, so that a person reads one fault and one
/// next step.
public final class Messages {
  private static final Pattern EXPECTATION = Pattern.compile("(?:(.+?): )?\\(expected: (.+)\\)");
  private static final Pattern PLAIN_WORD = Pattern.compile("[\\w./~+@:,=-]+");

  private Messages() {}

  /// {@return why something failed, as a clause without full stop and without the name of a class;
  /// it names the file, if any}
  ///
  /// @param e a failure of a file or socket
  public static String clause(IOException e) {
    return switch (e) {
      case NoSuchFileException missing -> "there is no file " + missing.getFile();
      case AccessDeniedException denied -> "there is no permission for " + denied.getFile();
      case FileAlreadyExistsException there -> there.getFile() + " exists already";
      case NotDirectoryException file -> file.getFile() + " is no directory";
      case DirectoryNotEmptyException full -> full.getFile() + " is not empty";
      case CharacterCodingException _ -> "it is no text in UTF-8";
      case FileSystemException file ->
          file.getFile() + " cannot be used: " + said(file.getReason());
      default -> said(e.getMessage());
    };
  }

  private static String said(@Nullable String text) {
    return text == null || text.isBlank() ? "no reason is given" : withoutStop(text.strip());
  }

  /// {@return the expectation of a reader as a clause: `x should be 32 bytes` for `x: (expected: 32
  /// bytes)`; any other message unchanged}
  ///
  /// @param message of a reader of JSON or keys
  public static String expectation(String message) {
    var matcher = EXPECTATION.matcher(message);
    if (!matcher.matches()) {
      return message;
    }
    var name = matcher.group(1) == null ? "it" : matcher.group(1);
    var expected = matcher.group(2);
    return switch (expected) {
      case "this member" -> name + " is missing";
      case "no such member" -> name + " should not be there";
      default -> name + " should be " + expected;
    };
  }

  /// {@return the sentence without its full stop, so that a next step can follow}
  ///
  /// @param sentence with or without a full stop
  public static String withoutStop(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  /// {@return an address and its port, such as `127.0.0.1:10434` or `[::1]:10434`}
  ///
  /// @param socket with a resolved address
  public static String address(InetSocketAddress socket) {
    var host = AddressText.of(socket.getAddress());
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + socket.getPort();
  }

  /// {@return a number with its noun: `1 page`, `2,000 pages`}
  ///
  /// @param number how many
  /// @param thing the noun in the singular; its plural must end with an s
  public static String count(long number, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
  }

  /// {@return a path in the form for a shell}
  ///
  /// @param path of a file or a directory
  public static String typed(Path path) {
    return typed(path.toString());
  }

  /// {@return a word in the form for a shell}
  ///
  /// @param word any text
  public static String typed(String word) {
    return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
