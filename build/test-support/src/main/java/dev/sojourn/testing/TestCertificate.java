package dev.sojourn.testing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A certificate with its key, made when a test runs, so that none is kept. It is good for two
/// days.
///
/// @param certificate self-signed, so that it is its own authority
/// @param key its private key
public record TestCertificate(Certificate certificate, Key key) {
  private static final String PASSWORD = "changeit";
  private static final List<String> HERE = List.of("dns:localhost", "ip:127.0.0.1");
  private static final int RSA_BITS = 2_048;

  /// Makes a certificate.
  ///
  /// @param kind `EC` or `RSA`
  /// @param names as `dns:localhost` and `ip:127.0.0.1`
  /// @return the certificate
  /// @throws GeneralSecurityException if the JDK has no such keys
  public static TestCertificate make(String kind, String... names) throws GeneralSecurityException {
    return make(kind, List.of(names), Instant.now());
  }

  /// Writes `host.pem` and `host.key` for a server on this machine.
  ///
  /// @param folder for the files
  /// @return the certificate
  /// @throws IOException if a file cannot be written
  /// @throws GeneralSecurityException if the JDK has no such keys
  public static TestCertificate write(Path folder) throws IOException, GeneralSecurityException {
    return write(folder, 0);
  }

  /// Writes `host.pem` and `host.key` for a server on this machine.
  ///
  /// @param folder for the files
  /// @param daysAgo the first of its two days
  /// @return the certificate
  /// @throws IOException if a file cannot be written
  /// @throws GeneralSecurityException if the JDK has no such keys
  public static TestCertificate write(Path folder, int daysAgo)
      throws IOException, GeneralSecurityException {
    var made = make("EC", HERE, Instant.now().minus(Duration.ofDays(daysAgo)));
    made.writeCertificate(folder.resolve("host.pem"));
    made.writeKey(folder.resolve("host.key"));
    return made;
  }

  private static TestCertificate make(String kind, List<String> names, Instant from)
      throws GeneralSecurityException {
    var generator = KeyPairGenerator.getInstance(kind);
    if (kind.equals("EC")) {
      generator.initialize(new ECGenParameterSpec("secp256r1"));
    } else {
      generator.initialize(RSA_BITS);
    }
    var pair = generator.generateKeyPair();
    var octets =
        CertificateEncoder.of(kind).encode(pair, names, from, from.plus(Duration.ofDays(2)));
    var certificate =
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(octets));
    return new TestCertificate(certificate, pair.getPrivate());
  }

  /// {@return a key store with the certificate and its key}
  ///
  /// @param password of the key
  /// @throws IOException never: the store is in memory
  /// @throws GeneralSecurityException if the JDK has no PKCS12
  public KeyStore keyStore(char[] password) throws IOException, GeneralSecurityException {
    var keys = KeyStore.getInstance("PKCS12");
    keys.load(null, null);
    keys.setKeyEntry("host", key, password, new Certificate[] {certificate});
    return keys;
  }

  /// {@return the TLS of a server that has the certificate}
  ///
  /// @throws IOException never: the store is in memory
  /// @throws GeneralSecurityException if the JDK has no TLS
  public SSLContext server() throws IOException, GeneralSecurityException {
    var password = PASSWORD.toCharArray();
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(keyStore(password), password);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  /// {@return the TLS of a client that believes the certificate}
  ///
  /// @throws IOException never: the store is in memory
  /// @throws GeneralSecurityException if the JDK has no TLS
  public SSLContext client() throws IOException, GeneralSecurityException {
    var believed = KeyStore.getInstance(KeyStore.getDefaultType());
    believed.load(null, null);
    believed.setCertificateEntry("host", certificate);
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(believed);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /// Writes the certificate as PEM.
  ///
  /// @param file its path
  /// @return the same path
  /// @throws IOException if the file cannot be written
  /// @throws GeneralSecurityException if the certificate cannot be encoded
  public Path writeCertificate(Path file) throws IOException, GeneralSecurityException {
    return Files.writeString(file, pem("CERTIFICATE", certificate.getEncoded()));
  }

  /// Writes the private key as PEM.
  ///
  /// @param file its path
  /// @return the same path
  /// @throws IOException if the file cannot be written
  public Path writeKey(Path file) throws IOException {
    return Files.writeString(file, pem("PRIVATE KEY", key.getEncoded()));
  }

  private static String pem(String what, byte[] octets) {
    var body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(octets);
    return "-----BEGIN " + what + "-----\n" + body + "\n-----END " + what + "-----\n";
  }
}
