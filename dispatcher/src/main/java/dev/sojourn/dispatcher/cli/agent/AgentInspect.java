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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `agent inspect`: a package in words, and why it would be refused. Nothing in it is run.
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description = {
      "Explain a package in words, with its hop log and every reason for a host to refuse it.",
      "",
      "Nothing in it is run. A host has reasons of its own besides: see 'agent verify'."
    },
    footer = {
      "",
      "Exit code 0 if no fault was found, 5 if its signature, passport or hop log has one, 3 if its"
          + " code has one, 1 if it is no package.",
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

  @Override
  public Integer call() throws IOException {
    var bytes = PackageFile.read(file);
    var question = new Question(key.map(this::owners), Optional.empty(), Set.of(), Instant.now());
    var inspection = PackageInspection.of(bytes, question);
    return PackageFile.report(
        spec,
        json,
        file,
        inspection,
        key.isPresent()
            ? "No fault was found."
            : "No fault was found, but the signer's key was not checked: give --key.");
  }

  private TrustList owners(Path keyFile) {
    var keys = KeyFile.publicKeys(keyFile);
    return id ->
        keys.find(id)
            .map(
                k ->
                    new TrustedSigner(
                        keyFile.toString(), k, Optional.empty(), Optional.empty(), keys.second()));
  }
}
