package dev.sojourn.dispatcher.cli.key;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.text.Messages;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Reads the key files of commands. A fault in a file ends the command with a message.
public final class KeyFile {
  /// The ending of the file with the public keys.
  public static final String PUBLIC = ".pub";

  /// The ending of the file with the key that signs HTTP requests.
  public static final String HTTP = ".http";

  private static final int MAX_BYTES = 4 * 1024;

  private KeyFile() {}

  /// {@return the private key in a file}
  ///
  /// @param file a file as `key new` makes it
  /// @throws CommandException if there is no such file, or no usable private key in it
  public static SigningKey signing(Path file) {
    requireFile(file);
    try {
      return SigningKey.read(file);
    } catch (IOException e) {
      if (isPublic(file)) {
        throw new CommandException(
            ExitCode.IDENTITY,
            file + " holds a public key; name the file of the private one, without .pub.");
      }
      throw unusable(file, "private", e);
    }
  }

  /// {@return the public keys in a file, or the public part of the private key in it}
  ///
  /// @param file one key, or a key set
  /// @throws CommandException if there is no such file, or no usable public key in it
  public static KeySet publicKeys(Path file) {
    requireFile(file);
    try {
      return isPrivate(file)
          ? new KeySet(List.of(SigningKey.read(file).verifyKey()))
          : KeySet.read(file);
    } catch (IOException e) {
      throw unusable(file, "public", e);
    }
  }

  private static CommandException unusable(Path file, String kind, IOException e) {
    var sentence =
        e.getCause() instanceof JsonException json
            ? "%s holds no %s key, since %s; name a file that 'sojourn key new' made."
                .formatted(file, kind, Messages.expectation(String.valueOf(json.getMessage())))
            : e instanceof FileSystemException ? CommandRun.sentence(e) : Messages.clause(e) + ".";
    return new CommandException(ExitCode.IDENTITY, sentence);
  }

  private static boolean isPublic(Path file) {
    try {
      KeySet.read(file);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /// {@return the URL under which an owner publishes keys}
  ///
  /// @param text the text as it was given
  /// @throws CommandException if it is not an https URL
  public static AgentUrl agentUrl(String text) {
    return AgentUrl.parse(text)
        .orElseThrow(
            () ->
                new CommandException(
                    ExitCode.USAGE,
                    "--signature-agent: "
                        + text
                        + " (expected: an https URL, as https://crawler.example)"));
  }

  /// {@return the companion file of a key file}
  ///
  /// @param file the file of the key that signs agents
  /// @param ending [#PUBLIC] or [#HTTP]
  public static Path beside(Path file, String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }

  /// Guesses whether a file has a private key. The guess only selects the reader with the better
  /// message, and this reader decides.
  private static boolean isPrivate(Path file) throws IOException {
    try (var in = RegularFile.open(file)) {
      return new String(in.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1).contains("\"d\"");
    }
  }

  private static void requireFile(Path file) {
    if (!Files.exists(file)) {
      throw new CommandException(
          ExitCode.IDENTITY,
          "There is no key file " + file + "; make one with: sojourn key new " + file);
    }
  }
}
