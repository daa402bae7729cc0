package dev.sojourn.dispatcher.cli.agent;

import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.dispatcher.agent.PackageInspection;
import dev.sojourn.dispatcher.agent.PackageInspection.Question;
import dev.sojourn.dispatcher.cli.key.KeyFile;
import dev.sojourn.identity.trust.TrustList;
import dev.sojourn.identity.trust.TrustedSigner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `agent inspect`: explains a package, and why a host would refuse it. It runs no code of the
/// package.
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description = {
      "Explain a package in words, with its hop log and every reason for a host to refuse it.",
      "",
      "Nothing in it is run. A host has reasons of its own besides: see 'agent verify'. An agent"
          + " that came home is held against its passport and the statements of its hosts."
    },
    footer = {
      "",
      "Exit code 0 if no fault was found, 6 if none was found and its journey left out a site, 5 if"
          + " its signature, passport or hop log has one, 3 if its code has one, 1 if it is no"
          + " package.",
      "",
      "Example:",
      "  ${ROOT-COMMAND-NAME} agent inspect indexer.agent --key owner.key.pub"
    })
final class AgentInspect implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "FILE", description = "A package, as `agent pack` makes it.")
  private Path file = Path.of("");

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description =
          "The public key that should have signed it (default: the one that it brings along).")
  private Optional<Path> key = Optional.empty();

  @Option(
      names = "--host-keys",
      paramLabel = "FILE",
      description = "Keys of the hosts whose statements in the hop log count (see host key).")
  private Optional<Path> hostKeys = Optional.empty();

  @Override
  public Integer call() throws IOException {
    var bytes = PackageFile.read(file);
    var question =
        new Question(
            key.map(this::owners), hostKeys.map(KeyFile::publicKeys), Set.of(), Instant.now());
    var inspection = PackageInspection.of(bytes, question);
    return PackageFile.report(spec, json, file, inspection, verdict(inspection));
  }

  private String verdict(PackageInspection inspection) {
    var unchecked = new ArrayList<String>();
    if (key.isEmpty()) {
      unchecked.add("the signer's key was not checked: give --key");
    }
    var contents = inspection.contents();
    boolean hasLog = contents.filter(c -> !c.stays().isEmpty()).isPresent();
    boolean isHome = contents.filter(c -> c.way().isHome()).isPresent();
    if (hostKeys.isEmpty() && hasLog) {
      unchecked.add("who signed the hop log was not checked: give --host-keys");
    }
    return "No fault was found"
        + (unchecked.isEmpty() ? "." : ", but " + String.join("; ", unchecked) + ".")
        + (isHome ? " It came home: no host is to take it under this passport." : "");
  }

  private TrustList owners(Path keyFile) {
    var keys = KeyFile.publicKeys(keyFile);
    return id -> keys.find(id).map(k -> new TrustedSigner(keyFile.toString(), k));
  }
}
