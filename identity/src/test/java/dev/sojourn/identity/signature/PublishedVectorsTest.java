package dev.sojourn.identity.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.DirectoryLimits;
import dev.sojourn.identity.KeyDirectory;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.key.VerifyKey;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The examples in print: RFC 8037 (A.2 to A.5), RFC 9421 (B.1.4, B.2.6), and the appendix "Test
/// Vectors" of draft-ietf-webbotauth-httpsig-protocol in two of its versions.
final class PublishedVectorsTest {

  private static final String X = "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs";
  private static final String KEY_ID = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";
  private static final VerifyKey KEY = new VerifyKey(X);
  private static final AgentUrl AGENT = new AgentUrl("https://signature-agent.test");

  private static final String NONCE =
      "n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";

  @TempDir private Path folder = Path.of("");

  @Test
  void thumbprintsAreThoseOfRfc8037AndOfTheDraft() {
    assertThat(new VerifyKey("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo").id())
        .isEqualTo("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
    assertThat(KEY.id()).isEqualTo(KEY_ID);
  }

  @Test
  void signsAsRfc8037() throws IOException {
    var key =
        privateKey(
            "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
            "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A");
    var signed =
        "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
            .getBytes(StandardCharsets.US_ASCII);

    assertThat(Base64.getUrlEncoder().withoutPadding().encodeToString(key.sign(signed)))
        .isEqualTo(
            "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg");
  }

  @Test
  void verifiesTheRequestOfRfc9421() {
    var request =
        new HttpRequestHead(
            "POST",
            "https",
            "example.com",
            "/foo",
            "?param=Value&Pet=dog",
            Map.of(
                "Date",
                List.of("Tue, 20 Apr 2021 02:07:55 GMT"),
                "Content-Type",
                List.of("application/json"),
                "Content-Length",
                List.of("18")));
    var signature =
        read(
            "sig-b26=(\"date\" \"@method\" \"@path\" \"@authority\" \"content-type\""
                + " \"content-length\");created=1618884473;keyid=\"test-key-ed25519\"",
            "sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:");

    assertThat(signature.base(request.values()).orElseThrow().text())
        .isEqualTo(
            """
            "date": Tue, 20 Apr 2021 02:07:55 GMT
            "@method": POST
            "@path": /foo
            "@authority": example.com
            "content-type": application/json
            "content-length": 18
            "@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length")\
            ;created=1618884473;keyid="test-key-ed25519"\
            """);
    assertThat(signature.isBy(KEY, request.values())).isTrue();
    var other = request.with("content-length", "19");
    assertThat(signature.isBy(KEY, other.values())).isFalse();
  }

  @Test
  void verifiesAndMakesTheDraftsRequestSignature() throws IOException {
    var request = draftRequest("sig2=\"https://signature-agent.test\"");
    var input = draftInput("sig2", NONCE, 4_889_289_600L);
    var octets =
        "CGokAoY/FrPpyuzTe1Fb2kLTAH9Idw6qSFd1+D77r1firsMRCxeuLu5e6O+ek3zQgDMAzjiXtLVfqE00xnABCQ==";
    var signature = read("sig2=" + input, "sig2=:" + octets + ":");

    assertThat(signature.isBy(KEY, request.values())).isTrue();
    var base = signature.base(request.values()).orElseThrow();
    assertThat(Base64.getEncoder().encodeToString(draftKey().sign(base.octets())))
        .isEqualTo(octets);
  }

  @Test
  void verifiesTheSignatureOfTheEarlierDraftWhoseMemberHasAnotherName() {
    var request = draftRequest("agent2=\"https://signature-agent.test\"");
    var signature =
        read(
            "sig2=" + draftInput("agent2", NONCE, 4_889_289_600L),
            "sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:");

    assertThat(signature.isBy(KEY, request.values())).isTrue();
  }

  @Test
  void verifiesTheLegacyRequestWithANonceAndNoMember() {
    var signature =
        read(
            "sig2=(\"@authority\" \"signature-agent\");created=1735689600;keyid=\""
                + KEY_ID
                + "\";alg=\"ed25519\";expires=1735693200;nonce=\"e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==\";tag=\"web-bot-auth\"",
            "sig2=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==:");

    assertThat(signature.isBy(KEY, draftRequest("\"https://signature-agent.test\"").values()))
        .isTrue();
    assertThat(signature.isBy(KEY, draftRequest("\"https://other.test\"").values())).isFalse();
  }

  @Test
  void verifiesTheSignedDirectoryAndNoOtherAuthorityOrBody() throws Exception {
    var body =
        Bytes.utf8(
            "{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"kid\":\""
                + KEY_ID
                + "\",\"x\":\""
                + X
                + "\",\"use\":\"sig\"}]}");
    var digest = Digest.of(body).toContentDigest();
    assertThat(digest).isEqualTo("sha-256=:CADMT2aBdV/rqQr/NIru64ERQkCobVvllA4V0fLFDu0=:");
    var fields =
        Map.of(
            "content-digest",
            List.of(digest),
            "signature-input",
            List.of(
                "binding=(\"@authority\";req"
                    + " \"content-digest\");created=1735689600;expires=4889289600;keyid=\""
                    + KEY_ID
                    + "\";tag=\"http-message-signatures-directory\""),
            "signature",
            List.of(
                "binding=:l6P8R67tm3kujAxbHWio7ll01qrEZ0dKD/WWlGhNYEmTnFZM8Wt0VQ9zqGfvo7T/UMkBxsigzChM1Gpz7gOVBg==:"));
    // Everybody knows the draft's own key, so a directory that is read leaves it out.
    assertThat(KeyDirectory.read(body, AGENT, DirectoryLimits.DEFAULT).keys()).isEmpty();
    var directory =
        new KeyDirectory(
            List.of(new KeyDirectory.Entry(KEY, Optional.empty(), Optional.empty())),
            Optional.empty(),
            Optional.empty());
    var now = Instant.ofEpochSecond(1_735_690_000);

    assertThat(proven(AGENT, directory, body, fields, now)).containsExactly(KEY_ID);
    assertThat(proven(new AgentUrl("https://copy.example"), directory, body, fields, now))
        .isEmpty();
    assertThat(proven(AGENT, directory, Bytes.utf8("{\"keys\":[]}"), fields, now)).isEmpty();
    assertThat(proven(AGENT, directory, body, fields, Instant.ofEpochSecond(1_735_689_000)))
        .isEmpty();
  }

  @Test
  void theSignaturesInPrintVerifyWithTheJdkAlone() throws GeneralSecurityException {
    var request = draftRequest("sig2=\"https://signature-agent.test\"");
    var signature =
        read(
            "sig2=" + draftInput("sig2", NONCE, 4_889_289_600L),
            "sig2=:CGokAoY/FrPpyuzTe1Fb2kLTAH9Idw6qSFd1+D77r1firsMRCxeuLu5e6O+ek3zQgDMAzjiXtLVfqE00xnABCQ==:");
    var little = Base64.getUrlDecoder().decode(X);
    boolean isOdd = (little[31] & 0x80) != 0;
    little[31] &= 0x7f;
    var big = new byte[32];
    for (int i = 0; i < 32; i++) {
      big[i] = little[31 - i];
    }
    var point = new EdECPoint(isOdd, new BigInteger(1, big));
    var jdk = Signature.getInstance("Ed25519");
    jdk.initVerify(
        KeyFactory.getInstance("Ed25519")
            .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point)));
    jdk.update(signature.base(request.values()).orElseThrow().octets());

    assertThat(jdk.verify(signature.octets().toArray())).isTrue();
  }

  private static List<String> proven(
      AgentUrl origin,
      KeyDirectory directory,
      Bytes body,
      Map<String, List<String>> fields,
      Instant now) {
    return SignedDirectory.proven(
        origin, directory, body, name -> fields.getOrDefault(name, List.of()), now);
  }

  private static HttpRequestHead draftRequest(String signatureAgent) {
    return new HttpRequestHead(
        "GET", "https", "example.com", "/", "", Map.of("signature-agent", List.of(signatureAgent)));
  }

  private static String draftInput(String member, String nonce, long expires) {
    return "(\"@authority\" \"signature-agent\";key=\"%s\");created=1735689600;keyid=\"%s\";alg=\"ed25519\";expires=%d;nonce=\"%s\";tag=\"web-bot-auth\""
        .formatted(member, KEY_ID, expires, nonce);
  }

  private static MessageSignature read(String input, String signature) {
    return MessageSignature.read(List.of(input), List.of(signature)).orElseThrow().getFirst();
  }

  private SigningKey draftKey() throws IOException {
    return privateKey(X, "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU");
  }

  private SigningKey privateKey(String x, String d) throws IOException {
    var file = folder.resolve("key-" + x);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(
        file, "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"%s\",\"d\":\"%s\"}".formatted(x, d));
    return SigningKey.read(file);
  }
}
