package dev.sojourn.host.store;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Agents that arrive.
final class TestArrivals {
  static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

  private TestArrivals() {}

  static Arrival arrival(
      SigningKey owner, String agentId, String dispatchId, String nonce, Bytes code) {
    var passport =
        new Passport(
            new Passport.Identity(agentId, dispatchId, owner.id(), Optional.empty(), "ExampleBot"),
            new Passport.Grant(
                Digest.of(code),
                "org.example.Indexer",
                new PassportScope("http://site.example", List.of("/"), List.of()),
                List.of("http://site.example/"),
                new PassportLimits(Duration.ofMinutes(1), 10, 1_000, 10)),
            new Passport.Journey(0, Optional.empty(), Optional.empty()),
            new Passport.Validity(
                new AtpAddress("127.0.0.1", 1_000), NOW, NOW.plusSeconds(600), nonce));
    return new Arrival(AgentPackage.sign(passport, owner, code), passport, "signer", NOW);
  }
}
