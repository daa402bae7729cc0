package dev.sojourn.base.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/// The text of `--version`: the version of this build and the Java it runs on.
public final class ProgramVersion implements IVersionProvider {

  /// Creates the provider; picocli does.
  public ProgramVersion() {}

  @Override
  public String[] getVersion() {
    var built = Optional.ofNullable(ProgramVersion.class.getPackage().getImplementationVersion());
    return new String[] {
      "${ROOT-COMMAND-NAME} " + built.orElse("(not packaged)"), "Java " + Runtime.version()
    };
  }
}
