package dev.sojourn.host.command;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.toml.Quantity;
import dev.sojourn.host.audit.AuditEvent;
import dev.sojourn.host.audit.AuditLine;
import dev.sojourn.host.audit.AuditSearch;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `host audit`: searches the audit log, also while a daemon runs.
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    subcommands = HostAuditVerify.class,
    description = {
      "Search the audit log: what came, what was refused, which pages were read, what left.",
      "",
      "Prints the lines that fit, oldest first. With --json the lines are as in the log."
    },
    footer = {
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} --config host.toml --event left --since 2026-11-01"
    })
final class HostAudit implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private AuditPlace place = new AuditPlace();
  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--signer",
      paramLabel = "NAME",
      description = "Only lines about this signer: the name in trust.name, or a key's thumbprint.")
  private Optional<String> signer = Optional.empty();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "Only lines since a time (2026-11-24T08:00:00Z), a day (2026-11-24), or so long"
              + " ago (\"2 h\").")
  private Optional<String> since = Optional.empty();

  @Option(names = "--agent", paramLabel = "ID", description = "Only lines about this agent.")
  private Optional<String> agent = Optional.empty();

  @Option(
      names = "--event",
      paramLabel = "WORD",
      description = "Only lines of this event, as arrived, pages, left, refused or ended.")
  private Optional<String> event = Optional.empty();

  @Override
  public Integer call() throws IOException {
    if (event.isPresent() && AuditEvent.of(event.get()).isEmpty()) {
      throw new CommandException(
          ExitCode.USAGE,
          "--event %s: there is no such event (expected: one of %s)."
              .formatted(
                  ForeignText.of(event.get()).line(100), String.join(", ", AuditEvent.words())));
    }
    var search = new AuditSearch(signer, since.map(HostAudit::time), agent, event);
    var out = spec.commandLine().getOut();
    search.in(place.find().directory(), (line, text) -> print(out, line, text));
    out.flush();
    return ExitCode.DONE.code();
  }

  private void print(PrintWriter out, AuditLine line, String text) {
    var plain = ForeignText.inJson(text);
    if (json.isGiven()) {
      out.println(plain);
      return;
    }
    // Members of the event follow the `event` member; members of the chain precede it.
    var from = plain.indexOf("\"event\":\"" + line.event() + "\"");
    var own = from < 0 ? plain : plain.substring(from + line.event().length() + 10);
    out.printf("%s %s %s%n", line.at(), line.event(), members(own));
  }

  private static String members(String own) {
    var text = own.startsWith(",") ? own.substring(1) : own;
    return text.endsWith("}") ? text.substring(0, text.length() - 1) : text;
  }

  private static Instant time(String text) {
    var ago = Quantity.duration(text);
    if (ago.isPresent()) {
      return Instant.now().minus(ago.get());
    }
    try {
      return text.contains("T")
          ? Instant.parse(text)
          : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    } catch (DateTimeException _) {
      throw new CommandException(
          ExitCode.USAGE,
          "--since %s: no time (expected: 2026-11-24T08:00:00Z, 2026-11-24 or \"2 h\")."
              .formatted(ForeignText.of(text).line(100)));
    }
  }
}
