package dev.sojourn.host.command;

import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.host.audit.AuditVerdict;
import dev.sojourn.host.audit.AuditVerifier;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `host audit verify`: finds the first place where the audit log was changed.
@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    description = {
      "Check that no line of the audit log was changed, left out or put in.",
      "",
      "Works on a stopped daemon, beside a running one, and on a copy of the log (--dir). It prints"
          + " the number and the digest of the last line: kept elsewhere and given with --holds,"
          + " they show later that the end of the log was not cut off. With --config it also finds"
          + " an end that was cut off up to the last checkpoint, which the data directory"
          + " remembers."
    },
    footer = {"", "Exit code 0 if the log is whole, 1 if it is not, or if there is none."})
final class HostAuditVerify implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private AuditPlace place = new AuditPlace();
  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--key",
      paramLabel = "THUMBPRINT",
      description =
          "The host's key, as 'host key --json' prints its id; --config knows it by itself.")
  private Optional<String> key = Optional.empty();

  @Option(
      names = "--holds",
      paramLabel = "DIGEST",
      description = "The digest of a line that the log must still have.")
  private Optional<String> holds = Optional.empty();

  @Override
  public Integer call() throws IOException {
    var found = place.find();
    var verdict =
        AuditVerifier.verify(found.directory(), key.or(found::hostKey), holds, found.end());
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(out, shown(verdict));
    } else {
      print(out, verdict);
    }
    return switch (verdict) {
      case AuditVerdict.Whole _ -> ExitCode.DONE.code();
      case AuditVerdict.Missing _, AuditVerdict.Broken _ -> ExitCode.FAILED.code();
    };
  }

  private static void print(PrintWriter out, AuditVerdict verdict) {
    switch (verdict) {
      case AuditVerdict.Whole whole -> out.println(sentences(whole));
      case AuditVerdict.Missing(var directory, var written) ->
          out.println(AuditPlace.missing(directory, written));
      case AuditVerdict.Broken broken ->
          out.printf(
              "The audit log was changed: %s, line %d: %s.%n",
              broken.file(), broken.line(), ForeignText.of(broken.found()).line(300));
    }
    out.flush();
  }

  private static String sentences(AuditVerdict.Whole whole) {
    var removed = Messages.count(whole.removed(), "line");
    var unsigned = Messages.count(whole.unsigned(), "line");
    return "The audit log is whole: %s in %s. The last line is number %d with the digest %s."
            .formatted(
                Messages.count(whole.lines(), "line"),
                Messages.count(whole.segments(), "file"),
                whole.chain().number(),
                whole.chain().last())
        + (whole.removed() > 0 ? " Removed before, as a signed line says: " + removed + "." : "")
        + (whole.omitted() > 0
            ? " Taken out since a signer had more than half of the log, as signed lines say: %s."
                .formatted(Messages.count(whole.omitted(), "line"))
            : "")
        + (whole.key().isEmpty()
            ? " No checkpoint signs them."
            : " Behind the last checkpoint, which %s signed: %s.".formatted(whole.key(), unsigned))
        + (whole.unfinished() > 0
            ? " Behind the last line: %s of an unfinished one; a daemon writes it now, or was killed"
                    .formatted(Messages.count(whole.unfinished(), "octet"))
                + " meanwhile, and cuts it off at its next start."
            : "");
  }

  private static Map<String, Object> shown(AuditVerdict verdict) {
    var shown = new LinkedHashMap<String, Object>();
    switch (verdict) {
      case AuditVerdict.Whole whole -> {
        shown.put("whole", true);
        shown.put("segments", whole.segments());
        shown.put("lines", whole.lines());
        shown.put("last", whole.chain().number());
        shown.put("digest", whole.chain().last());
        shown.put("removed", whole.removed());
        shown.put("omitted", whole.omitted());
        shown.put("unsigned", whole.unsigned());
        shown.put("unfinished", whole.unfinished());
        shown.put("key", whole.key());
      }
      case AuditVerdict.Missing(var directory, var written) -> {
        shown.put("whole", false);
        shown.put("file", directory.toString());
        shown.put("line", 1);
        shown.put("found", AuditPlace.missing(directory, written));
      }
      case AuditVerdict.Broken broken -> {
        shown.put("whole", false);
        shown.put("file", broken.file().toString());
        shown.put("line", broken.line());
        shown.put("found", broken.found());
      }
    }
    return shown;
  }
}
