package dev.sojourn.atp.signature;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.parcel.CollectRequest;
import dev.sojourn.atp.server.PipelineHarness;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.trust.TrustedSigner;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any text as the fields of a signed COLLECT (RFC 9421), one a line. Read in one way only, and
/// never taken for a signature of a key that did not sign.
class SignatureFieldsFuzzTest {

  private static final InstantSource CLOCK =
      InstantSource.fixed(Instant.parse("2026-06-01T12:00:00Z"));
  private static final SigningKey KEY = SigningKey.generate(new SecureRandom());

  private static final AtpRequest COLLECT =
      new RequestSigner(KEY, CLOCK, new SecureRandom())
          .sign(
              AtpRequest.of(AtpMethod.COLLECT, AtpTarget.agent("a1"))
                  .withBody(CollectRequest.MEDIA_TYPE, Bytes.utf8("{\"acknowledged\":0}")),
              PipelineHarness.NAME);

  static Stream<byte[]> seeds() {
    return Stream.of(
            field(AtpHeaders.SIGNATURE_INPUT) + "\n" + field(AtpHeaders.SIGNATURE) + "\n",
            "a=(\"@method\";req), b=1;c=?0;d=tok/en:x;e=\"\\\"\"\na=:QQ==:, b",
            "\n\n")
        .map(text -> text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyTextIsReadAsSignatureFields(byte[] input) {
    var lines = new String(input, StandardCharsets.ISO_8859_1).split("\n", 3);
    if (lines.length >= 2) {
      isAnswered(collected(lines[0], lines[1]), lines[0], lines[1]);
    }
  }

  /// The answer of a host, which verifies like the daemon, to a COLLECT with these two fields.
  private static String collected(String signatureInput, String signature) {
    var owner = new TrustedSigner("the owner", KEY.verifyKey());
    var verifier =
        new RequestVerifier(
            id -> id.equals(KEY.id()) ? Optional.of(owner) : Optional.empty(),
            Set.of(PipelineHarness.NAME),
            new BoundedNonceMemory(10, CLOCK),
            CLOCK,
            RequestVerifier.Times.DEFAULT);
    var host =
        PipelineHarness.open(
            (request, _) ->
                switch (verifier.verify(request)) {
                  case RequestVerdict.Refused refused -> AtpResponse.refusal(refused.problem());
                  case RequestVerdict.Verified _ -> AtpResponse.okay();
                });
    var text = new StringBuilder("COLLECT /#a1 ATP/0.1\r\n");
    for (var name :
        List.of(AtpHeaders.HOST, AtpHeaders.AGENT_ID, AtpHeaders.DATE, AtpHeaders.CONTENT_DIGEST)) {
      text.append(name).append(": ").append(field(name)).append("\r\n");
    }
    text.append("Content-Length: ").append(COLLECT.body().size()).append("\r\n");
    text.append("Signature-Input: ").append(signatureInput).append("\r\n");
    text.append("Signature: ").append(signature).append("\r\n\r\n");
    host.send(text.append(COLLECT.body().asUtf8()).toString());
    var answer = host.received();
    assertThat(host.faults()).isEmpty();
    host.close();
    return answer;
  }

  /// Only signed requests are taken, under any label.
  private static void isAnswered(String answer, String signatureInput, String signature) {
    if (answer.startsWith("ATP/0.1 100 ")) {
      assertThat(value(signatureInput)).isEqualTo(value(field(AtpHeaders.SIGNATURE_INPUT)));
      assertThat(octets(signature)).isEqualTo(octets(field(AtpHeaders.SIGNATURE)));
    } else {
      assertThat(answer)
          .containsPattern(
              "\"urn:sojourn:problem:(signature-[a-z-]+|header-malformed|headers-too-large)\"");
    }
  }

  private static String value(String field) {
    return field.substring(field.indexOf('=') + 1).strip();
  }

  private static byte[] octets(String field) {
    return Base64.getDecoder().decode(value(field).replace(":", ""));
  }

  private static String field(String name) {
    return COLLECT.headers().first(name).orElseThrow();
  }
}
