package dev.sojourn.lab.load;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.atp.passport.PassportScope;
import dev.sojourn.atp.wire.ContentCoding;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/// DISPATCH requests as bytes, signed before the measurement begins.
///
/// The code is not a jar, so a worker refuses it at once. So a host does all the work before a
/// visit, but the visit costs almost nothing.
///
/// @param address of the host
/// @param owner the key that signs
/// @param site the site that the agents may visit
record LoadRequests(AtpAddress address, SigningKey owner, String site) {
  private static final int CODE_BYTES = 3_000;

  /// The request that brings the code for [#ofKnownCode].
  List<byte[]> first() {
    return List.of(bytes(agent(code(0))));
  }

  /// Requests without their code, which the host has from the first request.
  List<byte[]> ofKnownCode(int count) {
    var code = code(0);
    return IntStream.range(0, count)
        .parallel()
        .mapToObj(_ -> bytes(agent(code).withoutCode()))
        .toList();
  }

  /// Requests that each bring their own code.
  List<byte[]> ofNewCode(int count) {
    return IntStream.range(0, count)
        .parallel()
        .mapToObj(_ -> bytes(agent(code(ThreadLocalRandom.current().nextLong()))))
        .toList();
  }

  private static Bytes code(long seed) {
    var octets = new byte[CODE_BYTES];
    new Random(seed).nextBytes(octets);
    return Bytes.wrap(octets);
  }

  private AgentPackage agent(Bytes code) {
    var now = Instant.now();
    var passport =
        new Passport(
            new Passport.Identity(id(), id(), owner.id(), Optional.empty(), "Sojourn"),
            new Passport.Grant(
                Digest.of(code),
                "dev.sojourn.samples.IndexingAgent",
                new PassportScope(site, List.of("/"), List.of()),
                List.of(site + "/"),
                new PassportLimits(Duration.ofHours(1), 100_000, 1L << 32, 100_000)),
            new Passport.Journey(0, Optional.empty(), Optional.empty()),
            new Passport.Validity(
                address, now.minusSeconds(60), now.plus(Duration.ofHours(1)), id()));
    return AgentPackage.sign(passport, owner, code);
  }

  static String id() {
    return UUID.randomUUID().toString().replace("-", "");
  }

  private byte[] bytes(AgentPackage agent) {
    var request =
        ContentCoding.compress(
            AtpRequest.of(AtpMethod.DISPATCH, AtpTarget.ROOT)
                .withBody(AgentPackage.MEDIA_TYPE, agent.encode())
                .withHeader(AtpHeaders.HOST, address.authority()));
    var head = new StringBuilder("DISPATCH / ATP/0.1\r\n");
    for (var field : request.headers().fields()) {
      head.append(field.name()).append(": ").append(field.value()).append("\r\n");
    }
    head.append("Content-Length: ").append(request.body().size()).append("\r\n");
    head.append("Connection: keep-alive\r\n\r\n");
    var all = new ByteArrayOutputStream();
    all.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    all.writeBytes(request.body().toArray());
    return all.toByteArray();
  }
}
