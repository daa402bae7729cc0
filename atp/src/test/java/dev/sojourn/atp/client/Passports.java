package dev.sojourn.atp.client;

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

/// Packages to send in tests.
final class Passports {

  private Passports() {}

  static AgentPackage agent(String id, SigningKey owner, AtpAddress host, Bytes code) {
    var now = Instant.now();
    var passport =
        new Passport(
            new Passport.Identity(id, "d" + id, owner.id(), Optional.empty(), "sojourn"),
            new Passport.Grant(
                Digest.of(code),
                "org.example.Indexer",
                new PassportScope("http://docs.example", List.of("/"), List.of("/private/")),
                List.of("http://docs.example/"),
                new PassportLimits(Duration.ofMinutes(5), 1_000, 1_000_000, 1_000)),
            new Passport.Journey(0, Optional.empty(), Optional.empty()),
            new Passport.Validity(
                host, now.minusSeconds(5), now.plusSeconds(600), "bm9uY2Vub25jZQ" + id));
    return AgentPackage.sign(passport, owner, code);
  }
}
