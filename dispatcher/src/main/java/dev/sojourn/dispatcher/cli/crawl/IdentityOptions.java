package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.crawl.visits.audit.CrawlIdentity;
import dev.sojourn.dispatcher.cli.key.KeyFile;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.signature.BotAuth;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options for the identity of a crawler, as a picocli mixin.
final class IdentityOptions {
  @Option(
      names = "--signature-agent",
      paramLabel = "URL",
      description = {
        "The URL under which you publish your keys, as https://crawler.example (see key"
            + " directory).",
        "Agents then name it, and requests from here are signed in its name."
      })
  private Optional<String> signatureAgent = Optional.empty();

  @Option(
      names = "--bot-auth",
      paramLabel = "VERSION",
      description = {
        "The version of the Web Bot Auth draft that requests are signed by: 01, 00, or both in one",
        "request (default: both)."
      })
  private Optional<String> version = Optional.empty();

  @Option(
      names = "--http-key",
      paramLabel = "FILE",
      description = "The key that signs requests from here (default: FILE.http beside the other).")
  private Optional<Path> httpKey = Optional.empty();

  @Option(
      names = "--host-keys",
      paramLabel = "FILE",
      description = {
        "Keys of hosts (see host key). A visit then counts only if one of these keys signed its"
            + " host's statement, and the statement fits what came home."
      })
  private Optional<Path> hostKeys = Optional.empty();

  /// Checks the given options, before any key is read or made.
  void check() {
    var drafts = drafts();
    var url = url();
    if (url.isEmpty()) {
      refuseAlone("--http-key signs", httpKey);
      refuseAlone("--bot-auth says how requests are signed", version);
    }
    url.filter(agent -> !drafts.fits(agent)).ifPresent(IdentityOptions::refusePath);
  }

  private Optional<AgentUrl> url() {
    return signatureAgent.map(KeyFile::agentUrl);
  }

  /// The identity that was given.
  ///
  /// @param key the file of the key that signs agents
  CrawlIdentity identity(Path key) {
    check();
    var url = url();
    var signer =
        url.map(_ -> KeyFile.signing(httpKey.orElseGet(() -> KeyFile.beside(key, KeyFile.HTTP))));
    return new CrawlIdentity(url, signer, drafts(), hostKeys.map(KeyFile::publicKeys));
  }

  private BotAuth drafts() {
    var word = version.orElse("both");
    return switch (word) {
      case "both" -> BotAuth.BOTH;
      case "01" -> BotAuth.DRAFT_01;
      case "00" -> BotAuth.DRAFT_00;
      default ->
          throw new CommandException(
              ExitCode.USAGE,
              "The value of --bot-auth is %s; it has to be both, 01 or 00.".formatted(word));
    };
  }

  private static void refuseAlone(String what, Optional<?> given) {
    if (given.isPresent()) {
      throw new CommandException(
          ExitCode.USAGE, what + " in the name of --signature-agent, which is missing.");
    }
  }

  private static void refusePath(AgentUrl agent) {
    throw new CommandException(
        ExitCode.USAGE,
        "Version 00 of Web Bot Auth knows origins only, and %s has a path; leave out --bot-auth, or name an origin with --signature-agent."
            .formatted(agent));
  }
}
