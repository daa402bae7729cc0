package dev.sojourn.dispatcher.cli.key;

import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `key show`: prints the public part of a key file, never the secret part.
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = {
      "Show the public part of a key file.",
      "",
      "Prints a JWKS, as hosts read it from a file. It prints only the public part of a private key"
          + ". The key's name is its JWK thumbprint (RFC 7638)."
    },
    footer = {"", "Example:", "  ${ROOT-COMMAND-NAME} key show owner.key > owner.pub"})
final class KeyShow implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "FILE", description = "A private key, a public key, or a JWKS.")
  private Path file = Path.of("");

  @Override
  public Integer call() {
    var keys = KeyFile.publicKeys(file);
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      for (var key : keys.keys()) {
        var object = new LinkedHashMap<String, Object>();
        object.put("id", key.id());
        object.put("x", key.x());
        JsonOption.print(out, object);
      }
      return ExitCode.DONE.code();
    }
    out.println(keys.toJwks().asUtf8());
    out.flush();
    var err = spec.commandLine().getErr();
    for (var key : keys.keys()) {
      err.println("Key " + key.id());
    }
    err.flush();
    return ExitCode.DONE.code();
  }
}
