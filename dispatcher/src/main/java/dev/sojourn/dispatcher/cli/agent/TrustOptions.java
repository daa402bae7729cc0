package dev.sojourn.dispatcher.cli.agent;

import dev.sojourn.atp.tls.Authorities;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.text.Messages;
import dev.sojourn.dispatcher.cli.key.KeyFile;
import dev.sojourn.fetch.directory.KeyDirectoryCache;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.DirectoryLimits;
import dev.sojourn.identity.trust.TrustEntry;
import dev.sojourn.identity.trust.TrustList;
import dev.sojourn.identity.trust.TrustSource;
import dev.sojourn.identity.trust.TrustStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.Option;

/// The options for trusted signers, as a picocli mixin, in the same three forms as in a host's
/// configuration.
final class TrustOptions {
  private static final Pattern THUMBPRINT = Pattern.compile("[A-Za-z0-9_-]{43}");

  @Option(
      names = "--trust",
      paramLabel = "FILE|URL|THUMBPRINT",
      description = {
        "The signers to accept: a file with public keys, the https URL that publishes them (fetched"
            + " now), or the name of a key; may be repeated."
      })
  private List<String> trusted = new ArrayList<>();

  @Option(
      names = "--private-addresses",
      description =
          "Fetch such a URL also from an address that is not public, as in closed networks.")
  private boolean isPrivateAllowed;

  @Option(
      names = "--authorities",
      paramLabel = "FILE",
      description =
          "Certificates (PEM) to believe when such a URL is fetched, instead of the usual ones.")
  private Optional<Path> authorities = Optional.empty();

  /// The trusted signers; empty if none were named.
  Optional<TrustList> owners() {
    if (trusted.isEmpty()) {
      return Optional.empty();
    }
    var directories =
        new KeyDirectoryCache(
            tls(), isPrivateAllowed, DirectoryLimits.DEFAULT, InstantSource.system());
    var owners = trusted.stream().map(text -> new TrustEntry(text, source(text))).toList();
    return Optional.of(new TrustStore(owners, directories));
  }

  private static TrustSource source(String text) {
    if (text.startsWith("https:")) {
      return AgentUrl.parse(text)
          .map(TrustSource.Url::new)
          .orElseThrow(
              () ->
                  new CommandException(
                      ExitCode.USAGE,
                      "--trust: " + text + " (expected: a URL as https://crawler.example)"));
    }
    if (THUMBPRINT.matcher(text).matches() && !Files.exists(Path.of(text))) {
      return new TrustSource.Thumbprint(text);
    }
    return new TrustSource.KeyFile(Path.of(text), KeyFile.publicKeys(Path.of(text)));
  }

  private SSLContext tls() {
    try {
      return authorities.isPresent()
          ? Authorities.read(authorities.get())
          : SSLContext.getDefault();
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.USAGE, "--authorities: " + Messages.clause(e) + "; name a PEM file.");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("the Java runtime has no TLS", e);
    }
  }
}
