package dev.sojourn.dispatcher.cli.agent;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.text.Messages;
import dev.sojourn.dispatcher.agent.PackageInspection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// Reads the package file of a command, and makes the output and exit code of the command.
final class PackageFile {
  private static final int MAX_BYTES = 64 * 1024 * 1024;

  private PackageFile() {}

  static Bytes read(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new CommandException(
          ExitCode.FAILED, "There is no package " + file + "; make one with: sojourn agent pack");
    }
    return Bytes.wrap(RegularFile.read(file, MAX_BYTES));
  }

  /// Prints the result of the inspection.
  ///
  /// @param verdict the text for a package without a fault
  static int report(
      CommandSpec spec, JsonOption json, Path file, PackageInspection inspection, String verdict) {
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(out, PackageText.json(inspection));
    } else if (inspection.contents().isEmpty()) {
      throw new CommandException(
          ExitCode.FAILED,
          "%s is no whole package: %s; %s"
              .formatted(
                  file,
                  Messages.withoutStop(inspection.refusals().getFirst().sentence()),
                  PackageText.nextStep("package-garbled", inspection)));
    } else {
      PackageText.print(inspection, verdict, out);
      out.flush();
    }
    return exitCode(inspection).code();
  }

  private static ExitCode exitCode(PackageInspection inspection) {
    if (inspection.refusals().isEmpty()) {
      boolean isInPart = inspection.contents().filter(c -> c.way().isInPart()).isPresent();
      return isInPart ? ExitCode.PARTIAL : ExitCode.DONE;
    }
    if (inspection.contents().isEmpty()) {
      return ExitCode.FAILED;
    }
    if (isOnly(inspection, "admission-refused")) {
      return ExitCode.REFUSED;
    }
    return isOnly(inspection, "signer-unverified") ? ExitCode.UNREACHABLE : ExitCode.IDENTITY;
  }

  private static boolean isOnly(PackageInspection inspection, String code) {
    List<PackageInspection.Refusal> refusals = inspection.refusals();
    return refusals.stream().allMatch(r -> r.code().equals(code));
  }
}
