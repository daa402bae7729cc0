package dev.sojourn.host.command;

import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.host.command.option.DaemonOption;
import dev.sojourn.host.daemon.HostKey;
import dev.sojourn.identity.key.KeySet;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `host key`: prints the public key for this host's signed statements.
@Command(
    name = "key",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    description = {
      "Show the public key that verifies this host's statements about stays.",
      "",
      "Prints a JWKS: give it to owners of agents, who can then check where their agents were. The"
          + " private key is host.key in the data directory; the command makes it if it is"
          + " missing.",
      "",
      "Only 'data' of the configuration counts here: the files that the rest names need not be"
          + " there yet. So two hosts that are to trust one another can print their keys first."
    })
final class HostKeyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException {
    var key = HostKey.open(daemon.data());
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      var shown = new LinkedHashMap<String, Object>();
      shown.put("id", key.id());
      shown.put("x", key.verifyKey().x());
      JsonOption.print(out, shown);
      return 0;
    }
    out.println(new KeySet(List.of(key.verifyKey())).toJwks().asUtf8());
    out.flush();
    return 0;
  }
}
