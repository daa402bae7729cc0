package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/// An owner of agents: makes and signs passports, and asks hosts.
public final class Owner implements AutoCloseable {
  public static final String SITE = "http://site.example";

  /// A daemon on a busy machine may not have its turn for a while.
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final AtpClient client =
      AtpClient.open(ClientSettings.DEFAULT.withConnect(PATIENCE, PATIENCE).withResponse(PATIENCE));
  private final SigningKey key;
  private final InstantSource clock;

  public Owner() {
    this(generate(), InstantSource.system());
  }

  /// A key whose identifier no command line reads as an option.
  private static SigningKey generate() {
    var random = new SecureRandom();
    var key = SigningKey.generate(random);
    while (key.id().startsWith("-")) {
      key = SigningKey.generate(random);
    }
    return key;
  }

  /// An owner with this key, and this clock.
  Owner(SigningKey key, InstantSource clock) {
    this.key = key;
    this.clock = clock;
  }

  public SigningKey key() {
    return key;
  }

  AtpClient client() {
    return client;
  }

  public HostClient host(AtpAddress address) {
    return host(address, RetryPolicy.NEVER);
  }

  /// Asks again as owners do: a host that was killed a moment ago may want a new signature.
  HostClient patient(AtpAddress address) {
    return host(address, RetryPolicy.DEFAULT);
  }

  private HostClient host(AtpAddress address, RetryPolicy policy) {
    return new HostClient(client, address, key, policy, clock, new Random(1));
  }

  /// A passport for the whole site and ten minutes.
  public Passport passport(AtpAddress host, Bytes code, String entry) {
    return passport(host, code, entry, new PassportScope(SITE, List.of("/"), List.of()));
  }

  Passport passport(AtpAddress host, Bytes code, String entry, PassportScope scope) {
    var limits = new PassportLimits(Duration.ofMinutes(5), 10_000, 1L << 30, 10_000);
    return passport(host, code, entry, scope, List.of(SITE + "/"), limits);
  }

  /// A passport for ten minutes.
  public Passport passport(
      AtpAddress host,
      Bytes code,
      String entry,
      PassportScope scope,
      List<String> starts,
      PassportLimits limits) {
    var now = clock.instant();
    return new Passport(
        new Passport.Identity(id(), id(), key.id(), Optional.empty(), "ExampleBot"),
        new Passport.Grant(Digest.of(code), entry, scope, starts, limits),
        new Passport.Journey(0, Optional.empty(), Optional.empty()),
        new Passport.Validity(host, now.minusSeconds(5), now.plusSeconds(600), id()));
  }

  private static String id() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  public AgentPackage sign(Passport passport, Bytes code) {
    return AgentPackage.sign(passport, key, code);
  }

  /// The same passport under another dispatch id.
  static Passport withDispatchId(Passport passport, String dispatchId) {
    return with(passport, passport.agentId(), dispatchId, passport.stateDigest());
  }

  /// The same passport for another agent.
  static Passport withAgentId(Passport passport, String agentId) {
    return with(passport, agentId, passport.dispatchId(), passport.stateDigest());
  }

  /// The same passport for an agent with a state.
  public static Passport withState(Passport passport, Bytes state) {
    return with(passport, passport.agentId(), passport.dispatchId(), Optional.of(Digest.of(state)));
  }

  private static Passport with(
      Passport p, String agentId, String dispatchId, Optional<Digest> state) {
    return new Passport(
        new Passport.Identity(
            agentId, dispatchId, p.ownerKeyId(), p.signatureAgent(), p.productToken()),
        new Passport.Grant(p.codeDigest(), p.entryClass(), p.scope(), p.starts(), p.limits()),
        new Passport.Journey(p.hop(), p.previousHop(), state),
        new Passport.Validity(p.audience(), p.notBefore(), p.expires(), p.nonce()));
  }

  public static <T> T given(Answer<T> answer) {
    assertThat(answer).isInstanceOf(Answer.Given.class);
    return ((Answer.Given<T>) answer).value();
  }

  static String refusal(Answer<?> answer) {
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    var problem = ((Answer.Refused<?>) answer).problem();
    return problem.status().code() + " " + problem.code();
  }

  static String refusal(DispatchOutcome outcome) {
    assertThat(outcome).isInstanceOf(DispatchOutcome.Refused.class);
    var problem = ((DispatchOutcome.Refused) outcome).problem();
    return problem.status().code() + " " + problem.code();
  }

  @Override
  public void close() {
    client.close();
  }
}
