package dev.sojourn.atp.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.server.PipelineHarness;
import dev.sojourn.identity.key.VerifyKey;
import dev.sojourn.identity.signature.NonceMemory;
import dev.sojourn.identity.trust.TrustList;
import dev.sojourn.identity.trust.TrustLookup;
import dev.sojourn.identity.trust.TrustedSigner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Signed requests as literal bytes, through the server's real pipeline to their verifier. They are
/// the example of the protocol's document, and forms of it that differ in one thing.
final class SignedExchangeTest {

  private static final String REQUEST =
      """
      STATUS /#k3v9 ATP/0.1
      Host: host.example:10434
      Agent-Id: k3v9
      Date: Mon, 01 Jun 2026 12:00:00 GMT
      Content-Digest: sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:
      Signature-Input: sig1=("@method" "@target-uri" "agent-id" "date" "content-digest");created=1780315200;expires=1780315320;nonce="bm9uY2Vub25jZW5vbmNl";keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";tag="sojourn-atp"
      Signature: sig1=:nHlTjP72LyS8QD9bkzCUS1mru9/GOE570E+spJk6T6GqwlLKQcus9elXORK765RizluMmLqmjVV6Tne0uNluDA==:
      Connection: keep-alive

      """;

  private static final String COPY =
      """
      RETRACT /#k3v9 ATP/0.1
      Prefer: return=representation
      Agent-Id: k3v9
      Host: host.example:10434
      Date: Mon, 01 Jun 2026 12:00:00 GMT
      Content-Digest: sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:
      Signature-Input: sig1=("@method" "@target-uri" "agent-id" "date" "content-digest" "prefer");created=1780315200;expires=1780315320;nonce="bm9uY2Vub25jZW5vbmNl";keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";tag="sojourn-atp"
      Signature: sig1=:73uKafNLZ3Zlf8UZVlszvIXND2l1F3EYxLkS/du6wv/euCXLC7gLWOuNP3Mhpg/Y/SupX92FJaXHJMcu19gkCQ==:
      Connection: keep-alive

      """;

  private static final TrustedSigner OWNER =
      new TrustedSigner(
          "the example", VerifyKey.of("JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs").orElseThrow());
  private static final TrustList TRUST =
      id -> id.equals(OWNER.key().id()) ? Optional.of(OWNER) : Optional.empty();

  private Instant now = Instant.parse("2026-06-01T12:00:00Z");
  private PipelineHarness host = host(TRUST);

  private PipelineHarness host(TrustList trust) {
    return host(trust, new BoundedNonceMemory(1, () -> now));
  }

  private PipelineHarness host(TrustList trust, NonceMemory nonces) {
    var verifier =
        new RequestVerifier(
            trust, Set.of(PipelineHarness.NAME), nonces, () -> now, RequestVerifier.Times.DEFAULT);
    return PipelineHarness.open(
        (request, _) ->
            switch (verifier.verify(request)) {
              case RequestVerdict.Refused refused -> AtpResponse.refusal(refused.problem());
              case RequestVerdict.Verified _ -> AtpResponse.okay();
            });
  }

  @AfterEach
  void close() {
    host.close();
  }

  @Test
  void theRequestIsTakenOnce() {
    isAnswered(REQUEST, "100 OKAY", "");
    isAnswered(REQUEST, "301 FORBIDDEN", "nonce-reused");
  }

  /// The time at which the document's example was signed.
  @Test
  void theDocumentBeginsWithThisExchange() throws IOException {
    var status =
        new VisitStatus(
            VisitState.RUNNING,
            "",
            List.of(),
            12,
            34_567,
            8_900,
            12,
            1,
            Optional.of(Instant.parse("2026-06-01T11:59:30Z")),
            Optional.empty(),
            Optional.empty(),
            List.of());
    var exchange =
        PipelineHarness.open((_, _) -> AtpResponse.okay("application/json", status.toJson()));
    var answer =
        exchange
            .send(REQUEST)
            .received()
            .replace("\r\n", "\n")
            .replace("Thu, 01 Jan 2026 00:00:00", "Mon, 01 Jun 2026 12:00:00");
    exchange.close();

    assertThat(Files.readString(Path.of("../docs/atp.md")))
        .containsSubsequence("```\n" + REQUEST + "```\n", "```\n" + answer + "\n```\n");
  }

  @Test
  void soItIsWithBareLineFeedsOtherCaseAndNoSpaces() {
    host.send(
        REQUEST
            .replace("STATUS", "status")
            .replace("Agent-Id: ", "AGENT-ID:")
            .replace("Signature: ", "signature:"));
    assertThat(host.received()).startsWith("ATP/0.1 100 OKAY\r\n");
  }

  @Test
  void theWishForACopyIsSigned() {
    isAnswered(COPY, "100 OKAY", "");
    isAnswered(COPY, "301 FORBIDDEN", "nonce-reused");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "return=representation | return=minimal | 301 FORBIDDEN | signature-invalid",
        "Prefer: .*\\n | '' | 301 FORBIDDEN | signature-invalid",
        "digest\" \"prefer\"\\) | digest\") | 301 FORBIDDEN | signature-incomplete",
        "Agent-Id: k3v9 | Agent-Id: k3v8 | 300 BAD REQUEST | agent-id-conflict",
      })
  void aWishThatIsOtherwiseIsNotItsOwners(
      String what, String otherwise, String status, String code) {
    var changed = COPY.replaceAll(what, otherwise);
    assertThat(changed).isNotEqualTo(COPY);
    isAnswered(changed, status, code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Signature: .*\\n | '' | 301 FORBIDDEN | signature-missing",
        "Signature-Input: .*\\n | '' | 301 FORBIDDEN | signature-missing",
        "(Signature: .*\\n) | $1$1 | 300 BAD REQUEST | signature-malformed",
        "Signature: sig1 | Signature: sig2 | 300 BAD REQUEST | signature-malformed",
        "DA==: | DA== | 300 BAD REQUEST | signature-malformed",
        ";tag=\"sojourn-atp\" | '' | 300 BAD REQUEST | signature-malformed",
        "created=1780315200;expires=1780315320 | expires=1780315320;created=1780315200 |"
            + " 300 BAD REQUEST | signature-malformed",
        "tag=\"sojourn-atp\" | tag=\"web-bot-auth\" | 301 FORBIDDEN | signature-incomplete",
        "\" \"content-digest\"\\) | \") | 301 FORBIDDEN | signature-incomplete",
        "Agent-Id: .*\\n | '' | 301 FORBIDDEN | signature-incomplete",
        "expires=1780315320 | expires=1780315501 | 301 FORBIDDEN | signature-expired",
        "created=1780315200 | created=1780315231 | 301 FORBIDDEN | signature-expired",
        "=:47DE | =:48DE | 300 BAD REQUEST | content-digest-mismatch",
        "Content-Digest: .*\\n | '' | 300 BAD REQUEST | content-digest-mismatch",
        "Host: host | Host: other | 301 FORBIDDEN | host-wrong",
        "Host: .*\\n | '' | 301 FORBIDDEN | host-wrong",
        "keyid=\"poqk | keyid=\"qoqk | 301 FORBIDDEN | signature-key-unknown",
        "=:nHlT | =:oHlT | 301 FORBIDDEN | signature-invalid",
        "=:nHlTjP72 | =: | 301 FORBIDDEN | signature-invalid",
        "STATUS / | DISPOSE / | 301 FORBIDDEN | signature-invalid",
        "STATUS /# | STATUS /a# | 301 FORBIDDEN | signature-invalid",
        "Date: Mon, 01 | Date: Tue, 02 | 301 FORBIDDEN | signature-invalid",
        "Date: .*\\n | '' | 301 FORBIDDEN | signature-invalid",
        "k3v9 | k3v8 | 301 FORBIDDEN | signature-invalid",
        "nonce=\"b | nonce=\"c | 301 FORBIDDEN | signature-invalid",
        "STATUS /#k3v9 | STATUS /#k3v8 | 300 BAD REQUEST | agent-id-conflict",
      })
  void whatIsOtherwiseIsRefused(String what, String otherwise, String status, String code) {
    var changed = REQUEST.replaceAll(what, otherwise);
    assertThat(changed).isNotEqualTo(REQUEST);
    isAnswered(changed, status, code);
  }

  @Test
  void itIsNotGoodForEver() {
    now = now.plusSeconds(149);
    isAnswered(REQUEST, "100 OKAY", "");
    now = now.plusSeconds(1);
    isAnswered(REQUEST, "301 FORBIDDEN", "signature-expired");
    now = Instant.parse("2026-06-01T11:59:29Z");
    isAnswered(REQUEST, "301 FORBIDDEN", "signature-expired");
  }

  @Test
  void whoseKeyCannotBeHadNowIsAskedToComeBack() {
    host.close();
    host =
        host(
            new TrustList() {
              @Override
              public Optional<TrustedSigner> signer(String keyId) {
                return Optional.empty();
              }

              @Override
              public TrustLookup lookUp(String keyId) {
                return new TrustLookup.Unavailable("The directory does not answer.");
              }
            });
    host.send(REQUEST.replace("\n", "\r\n"));
    assertThat(host.received())
        .startsWith("ATP/0.1 403 SERVICE UNAVAILABLE\r\n")
        .contains("\r\nRetry-After: 5\r\n", "signature-key-unverified");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UNCERTAIN | 209 | nonce-uncertain | This host was restarted after the request was signed,"
            + " and cannot tell whether it came before; sign it again.",
        "FULL | 148 | nonce-memory-full | This host remembers as many nonces as it can.",
      })
  void whoseNonceMayNotCountNowIsAskedToComeBack(
      NonceMemory.Use use, int bytes, String code, String detail) {
    host.close();
    host = host(TRUST, (_, _, _, _) -> use);
    host.send(REQUEST.replace("\n", "\r\n"));
    assertThat(host.received().replace("\r\n", "\n"))
        .isEqualTo(
            """
            ATP/0.1 403 SERVICE UNAVAILABLE
            Date: Thu, 01 Jan 2026 00:00:00 GMT
            Content-Type: application/problem+json
            Retry-After: 5
            Content-Length: %d
            Connection: keep-alive

            {"type":"urn:sojourn:problem:%s","title":"SERVICE UNAVAILABLE","status":403,"detail":"%s"}\
            """
                .formatted(bytes, code, detail));
  }

  private void isAnswered(String request, String status, String code) {
    host.send(request.replace("\n", "\r\n"));
    assertThat(host.received())
        .startsWith("ATP/0.1 " + status + "\r\n")
        .contains(
            code.isEmpty() ? "Content-Length: 0\r\n" : "\"urn:sojourn:problem:" + code + "\"");
  }
}
