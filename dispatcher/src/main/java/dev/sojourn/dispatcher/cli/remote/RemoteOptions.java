package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.crawl.plan.Reach;
import dev.sojourn.dispatcher.cli.key.KeyFile;
import dev.sojourn.dispatcher.cli.key.OwnerKey;
import dev.sojourn.dispatcher.cli.option.AnswerOptions;
import dev.sojourn.dispatcher.cli.option.HostOptions;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AddressKind;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.net.Destinations;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.identity.net.ResolvedName;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.SplittableRandom;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options for asking a host about an agent, as a picocli mixin.
final class RemoteOptions {
  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "The private key of the agent's owner (default: the one that crawls use).")
  private Optional<Path> key = Optional.empty();

  @Mixin private AnswerOptions answers = new AnswerOptions();

  @Mixin private HostOptions hosts = new HostOptions();

  /// The file of the owner's key.
  Path key() {
    return key.orElseGet(OwnerKey::file);
  }

  /// Asks a host.
  @FunctionalInterface
  interface Question<T> {
    T ask(HostClient host) throws IOException, InterruptedException;
  }

  /// {@return the result of the request}
  ///
  /// @throws CommandException if the host may not be asked, or there is no key
  <T> T ask(AtpAddress host, RetryPolicy retry, Question<T> question)
      throws IOException, InterruptedException {
    requireReach(host);
    try (var asking = open()) {
      return asking.ask(host, retry, question);
    }
  }

  /// {@return a client for one host; the caller closes it}
  ///
  /// @throws CommandException if there is no key
  private Asking open() throws IOException {
    return open(answers.ofHosts());
  }

  /// {@return a client for short answers from several hosts at once; the caller closes it}
  ///
  /// @param mostBytes the size limit of one answer; many answers are in memory at the same time
  /// @throws CommandException if there is no key
  Asking openForShortAnswers(int mostBytes) throws IOException {
    var usual = answers.ofHosts();
    var limits = usual.limits();
    return open(
        usual.withLimits(
            new WireLimits(
                limits.maxStartLineBytes(),
                limits.maxHeaders(),
                limits.maxHeaderBytes(),
                Math.min(mostBytes, limits.maxBodyBytes()))));
  }

  private Asking open(ClientSettings settings) throws IOException {
    var owner = KeyFile.signing(key());
    return new Asking(AtpClient.open(settings.withAuthorities(hosts.authorities())), owner);
  }

  private Reach reach() {
    return new Reach(hosts.isPlainAllowed());
  }

  /// Whether a host may be asked.
  boolean reaches(AtpAddress host) {
    return reach().allows(host);
  }

  private void requireReach(AtpAddress host) {
    if (!reaches(host)) {
      throw new CommandException(
          ExitCode.USAGE,
          host
              + " would be spoken to over a plain connection; ask its operator for an atps:"
              + " address, or allow it with --plain-atp where the network is trusted.");
    }
  }

  /// A client that asks several hosts. May be used by any thread.
  final class Asking implements AutoCloseable {
    private final AtpClient client;
    private final SigningKey owner;

    private Asking(AtpClient client, SigningKey owner) {
      this.client = client;
      this.owner = owner;
    }

    /// {@return the result of the request}
    ///
    /// @throws CommandException if the host may not be asked
    <T> T ask(AtpAddress host, RetryPolicy retry, Question<T> question)
        throws IOException, InterruptedException {
      requireReach(host);
      return question.ask(
          new HostClient(client, host, owner, retry, InstantSource.system(), new SplittableRandom())
              .connecting(destinations(host))
              .following(reach()::allows));
    }

    @Override
    public void close() {
      client.close();
    }
  }

  /// A host on the Internet must not redirect a client into this network.
  private static Destinations destinations(AtpAddress host) {
    try {
      var name = ResolvedName.of(host.host(), NameService.SYSTEM);
      return name.barred(AddressKind::isPublic).isEmpty() ? Destinations.PUBLIC : Destinations.ANY;
    } catch (UnknownHostException _) {
      // The client reports this fault with a better message.
      return Destinations.ANY;
    }
  }
}
