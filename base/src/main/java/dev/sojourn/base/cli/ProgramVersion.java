package dev.sojourn.base.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/// The text of `--version`: the versions of this build and of Java.
public final class ProgramVersion implements IVersionProvider {

  /// Creates the provider, for picocli.
  public ProgramVersion() {}

  @Override
  public String[] getVersion() {
    return new String[] {"${ROOT-COMMAND-NAME} " + ofBuild(), "Java " + Runtime.version()};
  }

  /// {@return the version of this build, such as `0.1.0`}
  public static String ofBuild() {
    return Optional.ofNullable(ProgramVersion.class.getPackage().getImplementationVersion())
        .orElse("(not packaged)");
  }
}
