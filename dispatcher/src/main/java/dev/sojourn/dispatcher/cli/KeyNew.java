package dev.sojourn.dispatcher.cli;

import dev.sojourn.atp.key.KeySet;
import dev.sojourn.atp.key.SigningKey;
import dev.sojourn.host.cli.CommandException;
import dev.sojourn.host.cli.ExitCode;
import dev.sojourn.host.cli.JsonOption;
import java.io.IOException;
import java.nio.file.Files;
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

/// `key new`: makes a key, and never overwrites one.
@Command(
    name = "new",
    mixinStandardHelpOptions = true,
    description = {
      "Make a signing key (Ed25519).",
      "",
      "FILE gets the private key, which only you may read. FILE.pub gets the public one: give that"
          + " to the operators of hosts, who put it on their trust list."
    },
    footer = {"", "Example:", "  ${ROOT-COMMAND-NAME} key new owner.key"})
final class KeyNew implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "FILE", description = "The file to make; it must not exist.")
  private Path file = Path.of("");

  @Override
  public Integer call() throws IOException {
    var publicFile = file.resolveSibling(file.getFileName() + ".pub");
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
    var key = SigningKey.generate(new SecureRandom());
    key.write(file);
    new KeySet(List.of(key.verifyKey())).write(publicFile);
    if (json.isGiven()) {
      var object = new LinkedHashMap<String, Object>();
      object.put("id", key.id());
      object.put("private", file.toString());
      object.put("public", publicFile.toString());
      JsonOption.print(spec.commandLine().getOut(), object);
    } else {
      spec.commandLine().getOut().println(key.id());
      spec.commandLine().getOut().flush();
      var err = spec.commandLine().getErr();
      err.println("The private key is in " + file + ": keep it to yourself.");
      err.println("The public key is in " + publicFile + ": give it to the operators of hosts.");
      err.flush();
    }
    return ExitCode.DONE.code();
  }
}
