package dev.sojourn.atp.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// A certificate with its key, made by the JDK's keytool when a test runs, so that none is kept
/// anywhere.
///
/// @param certificate self-signed, so that it is its own authority
/// @param key its private key
public record TestCertificate(Certificate certificate, Key key) {

  private static final String PASSWORD = "changeit";

  /// A fresh one.
  ///
  /// @param folder for files that are needed meanwhile
  /// @param names as keytool wants them, as `dns:localhost,ip:127.0.0.1`
  /// @param kind as `EC` or `RSA`
  public static TestCertificate make(Path folder, String names, String kind)
      throws IOException, InterruptedException, GeneralSecurityException {
    var store = folder.resolve(UUID.randomUUID() + ".p12");
    var made =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "host",
                "-keyalg",
                kind,
                "-dname",
                "CN=test",
                "-ext",
                "san=" + names,
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    var said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!made.waitFor(30, TimeUnit.SECONDS) || made.exitValue() != 0) {
      throw new IOException("keytool: " + said);
    }
    var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    return new TestCertificate(
        keys.getCertificate("host"), keys.getKey("host", PASSWORD.toCharArray()));
  }

  /// Writes the two files that a host's configuration names.
  public TlsFiles write(Path folder, Duration checkEvery)
      throws IOException, GeneralSecurityException {
    writeCertificate(folder.resolve("host.pem"));
    Files.writeString(folder.resolve("host.key"), pem("PRIVATE KEY", key.getEncoded()));
    return new TlsFiles(folder.resolve("host.pem"), folder.resolve("host.key"), checkEvery);
  }

  public Path writeCertificate(Path file) throws IOException, GeneralSecurityException {
    return Files.writeString(file, pem("CERTIFICATE", certificate.getEncoded()));
  }

  private static String pem(String what, byte[] octets) {
    var body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(octets);
    return "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n";
  }
}
