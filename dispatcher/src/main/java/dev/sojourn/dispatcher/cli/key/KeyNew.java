package dev.sojourn.dispatcher.cli.key;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `key new`: makes a key, and never overwrites a key.
@Command(
    name = "new",
    mixinStandardHelpOptions = true,
    description = {
      "Make a signing key (Ed25519) for agents, and one for HTTP requests.",
      "",
      "FILE gets the private key that signs agents; only you may read it. FILE.pub gets the public"
          + " key: give it to the operators of hosts, who put it on their trust list. FILE.http"
          + " gets the private key that signs a crawler's HTTP requests; 'key directory' publishes"
          + " the public keys of both. An existing FILE.http is kept."
    },
    footer = {"", "Example:", "  ${ROOT-COMMAND-NAME} key new owner.key"})
final class KeyNew implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "FILE", description = "The file to make; it must not exist.")
  private Path file = Path.of("");

  @Override
  public Integer call() throws IOException {
    refuseWhatIsThere();
    var random = new SecureRandom();
    var key = SigningKey.generate(random);
    write(key);
    new KeySet(List.of(key.verifyKey())).write(KeyFile.beside(file, KeyFile.PUBLIC));
    var http = http(random);
    if (json.isGiven()) {
      var object = new LinkedHashMap<String, Object>();
      object.put("id", key.id());
      object.put("private", file.toString());
      object.put("public", KeyFile.beside(file, KeyFile.PUBLIC).toString());
      object.put("httpId", http.id());
      object.put("http", KeyFile.beside(file, KeyFile.HTTP).toString());
      JsonOption.print(spec.commandLine().getOut(), object);
    } else {
      announce(key);
    }
    return ExitCode.DONE.code();
  }

  private void refuseWhatIsThere() {
    var publicFile = KeyFile.beside(file, KeyFile.PUBLIC);
    for (var target : List.of(file, publicFile)) {
      if (Files.exists(target)) {
        throw new CommandException(
            ExitCode.FAILED,
            target + " exists already, and a key is never overwritten; choose another name.");
      }
    }
    var parent = file.toAbsolutePath().getParent();
    if (parent != null && !Files.isDirectory(parent)) {
      throw new CommandException(
          ExitCode.FAILED, "There is no directory " + parent + "; make it first.");
    }
  }

  /// Reads the key for HTTP requests, or makes it if there is no such file.
  private SigningKey http(SecureRandom random) throws IOException {
    var httpFile = KeyFile.beside(file, KeyFile.HTTP);
    if (Files.exists(httpFile)) {
      return KeyFile.signing(httpFile);
    }
    var made = SigningKey.generate(random);
    made.write(httpFile);
    return made;
  }

  private void announce(SigningKey key) {
    spec.commandLine().getOut().println(key.id());
    spec.commandLine().getOut().flush();
    var err = spec.commandLine().getErr();
    err.println("The private key is in " + file + ": keep it secret.");
    err.println(
        "The public key is in "
            + KeyFile.beside(file, KeyFile.PUBLIC)
            + ": give it to the operators of hosts.");
    err.println(
        "The private key for HTTP requests is in "
            + KeyFile.beside(file, KeyFile.HTTP)
            + ": keep it secret, too.");
    err.flush();
  }

  private void write(SigningKey key) throws IOException {
    try {
      key.write(file);
    } catch (AccessDeniedException | NoSuchFileException _) {
      throw new CommandException(
          ExitCode.FAILED,
          "The directory of "
              + file
              + " is not writable; change that, or name a file in another directory.");
    }
  }
}
