package dev.sojourn.dispatcher.cli.agent;

import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.dispatcher.agent.PackageInspection;
import dev.sojourn.dispatcher.agent.PackageInspection.Question;
import dev.sojourn.dispatcher.cli.key.KeyFile;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `agent verify`: reports whether a host would take a package at a certain time, and each reason
/// for a refusal. It runs no code of the package.
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Tell every reason for which a host would refuse a package, each with the next step.",
      "",
      "The command checks form and lengths, signatures and signers, address, time, the digests of"
          + " code and state, the entry class, and each statement of the hop log. It says which of"
          + " these it could not check without an option.",
      "",
      "Nothing in it is run. Only the host knows its limits, its sites and earlier transfers;"
          + " 'agent try' checks whether the code is admitted."
    },
    footer = {
      "",
      "Exit code 0 if no fault was found, 5 if a signature, the passport or the hop log has one, 4"
          + " if only the signer's keys cannot be read now, 3 if only its code has a fault, 6 if"
          + " there is no fault and its journey left out a site, 1 if it is no package, 2 if the"
          + " command line is wrong.",
      "",
      "Example:",
      "  ${ROOT-COMMAND-NAME} agent verify indexer.agent --trust owner.key.pub \\",
      "    --host atp://agents.example:10434"
    })
final class AgentVerify implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private TrustOptions trust = new TrustOptions();

  @Parameters(paramLabel = "FILE", description = "A package, as `agent pack` makes it.")
  private Path file = Path.of("");

  @Option(
      names = "--host",
      paramLabel = "atp://HOST:PORT",
      description = "How the host is addressed; may be repeated.")
  private List<String> hosts = new ArrayList<>();

  @Option(
      names = "--host-keys",
      paramLabel = "FILE",
      description = "Keys of the hosts whose statements in the hop log count (see host key).")
  private Optional<Path> hostKeys = Optional.empty();

  @Option(
      names = "--at",
      paramLabel = "TIME",
      converter = InstantConverter.class,
      description = "When it would arrive, as 2026-06-01T12:00:00Z (default: now).")
  private Optional<Instant> at = Optional.empty();

  @Override
  public Integer call() throws IOException {
    var bytes = PackageFile.read(file);
    var question =
        new Question(
            trust.owners(),
            hostKeys.map(KeyFile::publicKeys),
            addresses(),
            at.orElseGet(Instant::now));
    var inspection = PackageInspection.of(bytes, question);
    return PackageFile.report(spec, json, file, inspection, verdict(question, inspection));
  }

  private Set<AtpAddress> addresses() {
    var addresses = new LinkedHashSet<AtpAddress>();
    for (var host : hosts) {
      addresses.add(
          AtpAddress.parse(host)
              .orElseThrow(
                  () ->
                      new ParameterException(
                          spec.commandLine(), "--host: " + host + " (expected: atp://HOST:PORT)")));
    }
    return addresses;
  }

  private static String verdict(Question question, PackageInspection inspection) {
    var unchecked = new ArrayList<String>();
    if (question.owners().isEmpty()) {
      unchecked.add("the signer's key (--trust)");
    }
    if (question.audiences().isEmpty()) {
      unchecked.add("the host (--host)");
    }
    boolean hasLog = inspection.contents().filter(c -> !c.stays().isEmpty()).isPresent();
    if (question.hosts().isEmpty() && hasLog) {
      unchecked.add("the signers of the hop log (--host-keys)");
    }
    return "No fault was found"
        + (unchecked.isEmpty() ? "." : "; not checked: " + String.join(", ", unchecked) + ".");
  }
}
