package dev.sojourn.dispatcher.cli;

import dev.sojourn.atp.key.KeySet;
import dev.sojourn.atp.key.SigningKey;
import dev.sojourn.host.cli.CommandException;
import dev.sojourn.host.cli.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Key files as commands are given them: what is wrong with one ends the command with a sentence.
final class KeyFile {
  private static final int MAX_BYTES = 4 * 1024;

  private KeyFile() {}

  /// {@return the private key in a file}
  ///
  /// @throws CommandException if there is none, or none that may be used
  static SigningKey signing(Path file) {
    requireFile(file);
    try {
      return SigningKey.read(file);
    } catch (IOException e) {
      throw new CommandException(ExitCode.IDENTITY, sentence(e));
    }
  }

  /// {@return the public keys in a file, be it private or public}
  ///
  /// @throws CommandException if there are none
  static KeySet publicKeys(Path file) {
    requireFile(file);
    try {
      return isPrivate(file)
          ? new KeySet(List.of(SigningKey.read(file).verifyKey()))
          : KeySet.read(file);
    } catch (IOException e) {
      throw new CommandException(ExitCode.IDENTITY, sentence(e));
    }
  }

  /// Only tells which reader explains the file better; that reader decides.
  private static boolean isPrivate(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1).contains("\"d\"");
    }
  }

  private static void requireFile(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new CommandException(
          ExitCode.IDENTITY,
          "There is no key file " + file + "; make one with: sojourn key new " + file);
    }
  }

  private static String sentence(IOException e) {
    var message = String.valueOf(e.getMessage());
    return message.endsWith(".") ? message : message + ".";
  }
}
