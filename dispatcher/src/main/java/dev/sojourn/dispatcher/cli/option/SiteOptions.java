package dev.sojourn.dispatcher.cli.option;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.base.cli.CommandException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options for connections to sites, as a picocli mixin.
public final class SiteOptions {
  private static final String AUTHORITIES = "--ca";

  @Option(
      names = AUTHORITIES,
      paramLabel = "FILE",
      description = {
        "Certificates (PEM) of further authorities whose https: sites are believed, as in closed",
        "networks."
      })
  private Optional<Path> authorities = Optional.empty();

  /// Creates the options; picocli fills them.
  public SiteOptions() {}

  /// {@return the given authorities for sites; empty if none were given}
  ///
  /// @throws CommandException if the given file has no authority
  public Optional<TlsAuthorities> given() {
    return authorities.map(file -> AuthorityFile.read(AUTHORITIES, file));
  }

  /// {@return the given authorities for sites, or else those of the JDK}
  ///
  /// @throws CommandException if the given file has no authority
  public TlsAuthorities authorities() {
    return given().orElse(TlsAuthorities.USUAL);
  }
}
