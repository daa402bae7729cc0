package dev.sojourn.identity.signature;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.identity.key.SigningKey;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any text as the three fields of a signed request (RFC 9421) of a crawler, one a line. Read in
/// one way only, and never taken for a signature of a key that did not sign.
class CrawlerSignatureFuzzTest {

  private static final SigningKey KEY = SigningKey.generate(new SecureRandom());

  static Stream<byte[]> seeds() {
    return Stream.of(
            "sig1=(\"@authority\""
                + " \"signature-agent\";key=\"sig1\");created=1780315200;expires=1780315260;keyid=\"k\";nonce=\"n\";tag=\"web-bot-auth\"\n"
                + "sig1=:AAAA:\n"
                + "sig1=\"https://a.example\"",
            "sig1=(\"@target-uri\""
                + " \"signature-agent\");created=1780315200;expires=1780315260;keyid=\"k\";alg=\"ed25519\";tag=\"web-bot-auth\"\n"
                + "sig1=:AAAA:\n"
                + "\"https://a.example\"",
            "a=(\"@method\";req), b=1;c=?0;d=tok/en:x;e=\"\\\"\"\na=:QQ==:, b\n*x=-5",
            "\n\n")
        .map(text -> text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyTextIsReadAsSignatureFields(byte[] input) {
    var lines = new String(input, StandardCharsets.ISO_8859_1).split("\n", 3);
    for (var line : lines) {
      StructuredFieldReader.dictionary(List.of(line))
          .ifPresent(CrawlerSignatureFuzzTest::isReadBack);
    }
    if (lines.length == 3) {
      var request =
          new HttpRequestHead(
              "GET",
              "https",
              "site.example",
              "/",
              "?q",
              Map.of(
                  "signature-input", List.of(lines[0]),
                  "signature", List.of(lines[1]),
                  "signature-agent", List.of(lines[2])));
      MessageSignature.read(request.all("signature-input"), request.all("signature"))
          .ifPresent(
              all -> assertThat(all).noneMatch(one -> one.isBy(KEY.verifyKey(), request.values())));
    }
  }

  private static void isReadBack(Map<String, FieldItem> members) {
    var text = new StringBuilder();
    members.forEach(
        (key, item) ->
            text.append(text.isEmpty() ? "" : ", ")
                .append(key)
                .append('=')
                .append(item.serialise()));
    if (text.length() <= StructuredFieldReader.MAX_CHARS) {
      assertThat(StructuredFieldReader.dictionary(List.of(text.toString()))).contains(members);
    }
  }
}
