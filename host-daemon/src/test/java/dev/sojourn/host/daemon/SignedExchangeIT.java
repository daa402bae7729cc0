package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.VerifyKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Signed requests as literal bytes: the example of the protocol's document, and others with the
/// same key. Their daemon in this process is killed meanwhile.
@Timeout(300)
class SignedExchangeIT {
  static final String AT_NOON =
      """
      STATUS /#k3v9 ATP/0.1
      Host: host.example:10434
      Agent-Id: k3v9
      Date: Mon, 01 Jun 2026 12:00:00 GMT
      Content-Digest: sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:
      Signature-Input: sig1=("@method" "@target-uri" "agent-id" "date" "content-digest");created=1780315200;expires=1780315320;nonce="bm9uY2Vub25jZW5vbmNl";keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";tag="sojourn-atp"
      Signature: sig1=:nHlTjP72LyS8QD9bkzCUS1mru9/GOE570E+spJk6T6GqwlLKQcus9elXORK765RizluMmLqmjVV6Tne0uNluDA==:

      """;
  private static final String A_SECOND_LATER =
      """
      STATUS /#k3v9 ATP/0.1
      Host: host.example:10434
      Agent-Id: k3v9
      Date: Mon, 01 Jun 2026 12:00:01 GMT
      Content-Digest: sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:
      Signature-Input: sig1=("@method" "@target-uri" "agent-id" "date" "content-digest");created=1780315201;expires=1780315321;nonce="c2Vjb25kc2Vjb25k";keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";tag="sojourn-atp"
      Signature: sig1=:xGwaJAMEH0S5g8/wPVRb5iGOeft8mgsghA60Pd73+7yu3v/q6rfV1KzPZ9kX07WpS52vFYQDmIPxWL7lsTpvDQ==:

      """;
  private static final String THREE_SECONDS_LATER =
      """
      STATUS /#k3v9 ATP/0.1
      Host: host.example:10434
      Agent-Id: k3v9
      Date: Mon, 01 Jun 2026 12:00:03 GMT
      Content-Digest: sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:
      Signature-Input: sig1=("@method" "@target-uri" "agent-id" "date" "content-digest");created=1780315203;expires=1780315323;nonce="dGhpcmR0aGlyZDEx";keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";tag="sojourn-atp"
      Signature: sig1=:1myt8lPtYAFCbfy3uSCHDcDfblbUbe23KMN1yLuGMjS0vPZ5CBM6VoKpGL1XIrYNcmjng31/UlTokBBsWHD2Bg==:

      """;
  private static final String ABOUT_NOBODY =
      """
      STATUS / ATP/0.1
      Host: host.example:10434
      Agent-Id:
      Date: Mon, 01 Jun 2026 12:00:00 GMT
      Content-Digest: sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:
      Signature-Input: sig1=("@method" "@target-uri" "agent-id" "date" "content-digest");created=1780315200;expires=1780315320;nonce="Zm91cnRoZm91cnRo";keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";tag="sojourn-atp"
      Signature: sig1=:px6pk5iQUtx1mQsQ0ngNboJyCM9aJvFVE3nhXKSTBWRUMR29hfDj2uCN+oYuI4+Oj1nN//yiXzRu5Axk1qq5Cw==:

      """;

  /// Carried out: the key is known, and has no such agent.
  private static final String CARRIED_OUT =
      """
      ATP/0.1 302 NOT FOUND
      Date: *
      Content-Type: application/problem+json
      Content-Length: 126

      {"type":"urn:sojourn:problem:agent-unknown","title":"NOT FOUND","status":302,"detail":"There is no agent k3v9 of yours here."}\
      """;

  @TempDir Path temporary;
  private HostFolder folder;
  private Path keys;
  private Path config;
  private Instant now = Instant.parse("2026-06-01T12:00:00Z");

  @BeforeEach
  void layOutTheFolder() throws IOException {
    folder = new HostFolder(temporary);
    keys = temporary.resolve("example.jwk");
    var example = VerifyKey.of("JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs").orElseThrow();
    new KeySet(List.of(example)).write(keys);
    config = config("data");
  }

  @Test
  void whatWasSignedJustBeforeACrashIsAskedToSignAgainAndThenCarriedOut() throws Exception {
    try (var host = RunningHost.start(config, () -> now)) {
      assertThat(host.exchange(AT_NOON)).isEqualTo(CARRIED_OUT);
      assertThat(host.exchange(AT_NOON))
          .isEqualTo(
              """
              ATP/0.1 301 FORBIDDEN
              Date: *
              Content-Type: application/problem+json
              Content-Length: 131

              {"type":"urn:sojourn:problem:nonce-reused","title":"FORBIDDEN","status":301,"detail":"The nonce of the signature was used before."}\
              """);
      // The present files are those that a crash leaves behind.
      for (var name : List.of("host.key", "host.db", "host.db-wal")) {
        Files.createDirectories(temporary.resolve("crashed"));
        Files.copy(
            temporary.resolve("data").resolve(name), temporary.resolve("crashed").resolve(name));
      }
    }
    now = now.plusSeconds(3);
    try (var host = RunningHost.start(config("crashed"), () -> now)) {
      assertThat(host.exchange(A_SECOND_LATER))
          .isEqualTo(
              """
              ATP/0.1 403 SERVICE UNAVAILABLE
              Date: *
              Content-Type: application/problem+json
              Retry-After: 5
              Content-Length: 209

              {"type":"urn:sojourn:problem:nonce-uncertain","title":"SERVICE UNAVAILABLE","status":403,"detail":"This host was restarted after the request was signed, and cannot tell whether it came before; sign it again."}\
              """);
      assertThat(host.exchange(AT_NOON)).containsAnyOf("nonce-uncertain", "nonce-reused");
      assertThat(host.exchange(THREE_SECONDS_LATER)).isEqualTo(CARRIED_OUT);
    }
  }

  @Test
  void afterAnOrderlyEndNothingIsUncertain() throws Exception {
    try (var host = RunningHost.start(config, () -> now)) {
      assertThat(host.exchange(AT_NOON)).isEqualTo(CARRIED_OUT);
    }
    try (var host = RunningHost.start(config, () -> now)) {
      assertThat(host.exchange(AT_NOON)).contains("nonce-reused");
      assertThat(host.exchange(A_SECOND_LATER)).isEqualTo(CARRIED_OUT);
      assertThat(host.exchange(ABOUT_NOBODY))
          .isEqualTo(
              """
              ATP/0.1 300 BAD REQUEST
              Date: *
              Content-Type: application/problem+json
              Content-Length: 153

              {"type":"urn:sojourn:problem:agent-id-missing","title":"BAD REQUEST","status":300,"detail":"The request names no agent; put its id behind # in the URI."}\
              """);
    }
  }

  private Path config(String data) throws IOException {
    return folder.config(
        List.of(),
        temporary.resolve(data),
        "[[trust]]\nname = \"example\"\nkeys = \"%s\"\n[policy]\nnames = [\"atp://host.example:10434\"]\n"
            .formatted(keys));
  }
}
