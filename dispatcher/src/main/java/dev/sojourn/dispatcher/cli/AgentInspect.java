package dev.sojourn.dispatcher.cli;

import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.agent.Passport;
import dev.sojourn.atp.key.KeySet;
import dev.sojourn.dispatcher.agent.PackageInspection;
import dev.sojourn.dispatcher.agent.PackageInspection.Signature;
import dev.sojourn.dispatcher.cli.key.KeyFile;
import dev.sojourn.host.cli.CommandException;
import dev.sojourn.host.cli.ExitCode;
import dev.sojourn.host.cli.JsonOption;
import dev.sojourn.host.cli.Wording;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
      "Explain a package in words, with every reason for which a host would refuse it.",
      "",
      "Nothing in it is run. A host has reasons of its own besides: whom it trusts, and what it"
          + " grants."
    },
    footer = {
      "",
      "Exit code 0 if nothing stands against it, 5 if its signature or passport does, 3 if its"
          + " code does, 1 if it is no package.",
      "",
      "Example:",
      "  ${ROOT-COMMAND-NAME} agent inspect indexer.agent --key owner.key.pub"
    })
final class AgentInspect implements Callable<Integer> {
  private static final int MAX_BYTES = 64 * 1024 * 1024;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "FILE", description = "A package, as `agent pack` makes it.")
  private Path file = Path.of("");

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "The public key that should have signed it; without it that is not checked.")
  private Optional<Path> key = Optional.empty();

  @Override
  public Integer call() throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new CommandException(
          ExitCode.FAILED, "There is no package " + file + "; make one with: sojourn agent pack");
    }
    if (Files.size(file) > MAX_BYTES) {
      throw new CommandException(
          ExitCode.FAILED, file + " is no package: it is larger than any may be.");
    }
    var keys = key.map(KeyFile::publicKeys).orElseGet(() -> new KeySet(List.of()));
    var inspection =
        PackageInspection.of(Bytes.wrap(Files.readAllBytes(file)), keys, Instant.now());
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(out, json(inspection));
    } else if (inspection.contents().isEmpty()) {
      throw new CommandException(ExitCode.FAILED, noPackage(inspection));
    } else {
      explain(inspection, out);
      out.flush();
    }
    return exitCode(inspection).code();
  }

  private String noPackage(PackageInspection inspection) {
    return file
        + " is no whole package: "
        + Wording.withoutStop(inspection.refusals().getFirst().sentence())
        + "; copy the file again, or pack the agent anew with: sojourn agent pack";
  }

  private static ExitCode exitCode(PackageInspection inspection) {
    if (inspection.refusals().isEmpty()) {
      return ExitCode.DONE;
    }
    if (inspection.contents().isEmpty()) {
      return ExitCode.FAILED;
    }
    boolean onlyCode =
        inspection.refusals().stream().allMatch(r -> r.code().equals("admission-refused"));
    return onlyCode ? ExitCode.REFUSED : ExitCode.IDENTITY;
  }

  private void explain(PackageInspection inspection, PrintWriter out) {
    inspection.contents().ifPresent(contents -> explain(contents, inspection.signature(), out));
    if (inspection.refusals().isEmpty()) {
      out.println(
          inspection.signature() == Signature.VALID
              ? "Nothing stands against it."
              : "Nothing stands against it, but its signature was not checked: give --key.");
    } else {
      out.println("It would be refused:");
      for (var refusal : inspection.refusals()) {
        out.println("  " + refusal.code() + ": " + refusal.sentence());
      }
    }
  }

  private static void explain(
      PackageInspection.Contents contents, Signature signature, PrintWriter out) {
    contents.passport().ifPresent(passport -> explain(passport, out));
    line(
        out,
        "signed with",
        String.join(", ", contents.signers())
            + switch (signature) {
              case VALID -> " (checked: good)";
              case INVALID -> " (checked: NOT good)";
              case UNCHECKED -> " (not checked)";
            });
    line(
        out,
        "code",
        contents.codeBytes() == 0
            ? "does not travel along"
            : String.format(
                Locale.ROOT,
                "%,d bytes, %d classes: %s",
                contents.codeBytes(),
                contents.classes().size(),
                shortened(contents.classes())));
    line(
        out,
        "state",
        contents.stateBytes() == 0
            ? "none"
            : String.format(Locale.ROOT, "%,d bytes", contents.stateBytes()));
    line(out, "stays so far", Integer.toString(contents.hops()));
    out.println();
  }

  private static void explain(Passport passport, PrintWriter out) {
    line(out, "agent", passport.agentId());
    line(out, "begins with", passport.entryClass());
    line(out, "sent to", passport.audience().toString());
    line(
        out,
        "may see",
        passport.scope().origin()
            + " under "
            + String.join(", ", passport.scope().includes())
            + (passport.scope().excludes().isEmpty()
                ? ""
                : " but not " + String.join(", ", passport.scope().excludes())));
    line(out, "begins at", shortened(passport.starts()));
    line(out, "obeys", "robots.txt as " + passport.productToken());
    line(
        out,
        "may spend",
        String.format(
            Locale.ROOT,
            "%s, %,d pages",
            words(passport.limits().time()),
            passport.limits().pages()));
    line(out, "valid", "from " + passport.notBefore() + " until " + passport.expires());
    line(out, "code digest", passport.codeDigest().hex());
  }

  private static void line(PrintWriter out, String name, String value) {
    out.println("%-13s %s".formatted(name, value));
  }

  private static String shortened(List<String> items) {
    return items.size() <= 5
        ? String.join(", ", items)
        : String.join(", ", items.subList(0, 5)) + " and " + (items.size() - 5) + " more";
  }

  private static String words(Duration time) {
    return time.toString().substring(2).toLowerCase(Locale.ROOT);
  }

  private static Map<String, Object> json(PackageInspection inspection) {
    var object = new LinkedHashMap<String, Object>();
    object.put("signature", inspection.signature().name().toLowerCase(Locale.ROOT));
    inspection
        .contents()
        .ifPresent(
            contents -> {
              object.put("signers", contents.signers());
              contents.passport().ifPresent(passport -> object.put("passport", json(passport)));
              object.put("codeBytes", contents.codeBytes());
              object.put("classes", contents.classes());
              object.put("stateBytes", contents.stateBytes());
              object.put("hops", contents.hops());
            });
    object.put("refusals", inspection.refusals());
    return object;
  }

  private static Map<String, Object> json(Passport passport) {
    var object = new LinkedHashMap<String, Object>();
    object.put("agent", passport.agentId());
    object.put("dispatch", passport.dispatchId());
    object.put("owner", passport.ownerKeyId());
    object.put("token", passport.productToken());
    object.put("code", passport.codeDigest().hex());
    object.put("entry", passport.entryClass());
    object.put("origin", passport.scope().origin());
    object.put("includes", passport.scope().includes());
    object.put("excludes", passport.scope().excludes());
    object.put("starts", passport.starts());
    object.put("seconds", passport.limits().time().toSeconds());
    object.put("pages", passport.limits().pages());
    object.put("host", passport.audience().toString());
    object.put("notBefore", passport.notBefore().toString());
    object.put("expires", passport.expires().toString());
    return object;
  }
}
