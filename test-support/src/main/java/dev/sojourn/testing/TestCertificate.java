package dev.sojourn.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A certificate with its key, made by the JDK's keytool when a test runs, so that none is kept
/// anywhere. It is good for two days.
///
/// @param certificate self-signed, so that it is its own authority
/// @param key its private key
public record TestCertificate(Certificate certificate, Key key) {
  private static final String PASSWORD = "changeit";
  private static final String HERE = "dns:localhost,ip:127.0.0.1";

  /// Those that were written by this process, by their first day: to make one takes half a second
  /// of a processor.
  private static final Map<String, TestCertificate> WRITTEN = new HashMap<>();

  /// Makes a certificate.
  ///
  /// @param folder for files that are needed meanwhile
  /// @param names as keytool wants them, as `dns:localhost,ip:127.0.0.1`
  /// @param kind as `EC` or `RSA`
  /// @return the certificate
  /// @throws IOException if keytool fails
  /// @throws InterruptedException if the thread is interrupted
  /// @throws GeneralSecurityException if the key store cannot be read
  public static TestCertificate make(Path folder, String names, String kind)
      throws IOException, InterruptedException, GeneralSecurityException {
    return make(folder, names, kind, "+0d");
  }

  /// Writes `host.pem` and `host.key` for a server on this machine: the same ones for all tests of
  /// a process.
  ///
  /// @param folder where the files are written
  /// @return the certificate
  /// @throws IOException if keytool fails or a file cannot be written
  /// @throws InterruptedException if the thread is interrupted
  /// @throws GeneralSecurityException if the key store cannot be read
  public static TestCertificate write(Path folder)
      throws IOException, InterruptedException, GeneralSecurityException {
    return write(folder, "+0d");
  }

  /// Writes `host.pem` and `host.key` for a server on this machine: the same ones for all tests of
  /// a process that have this first day.
  ///
  /// @param folder where the files are written
  /// @param firstDay of the two, from today on, as `-9d`
  /// @return the certificate
  /// @throws IOException if keytool fails or a file cannot be written
  /// @throws InterruptedException if the thread is interrupted
  /// @throws GeneralSecurityException if the key store cannot be read
  public static TestCertificate write(Path folder, String firstDay)
      throws IOException, InterruptedException, GeneralSecurityException {
    TestCertificate made;
    synchronized (WRITTEN) {
      if (!WRITTEN.containsKey(firstDay)) {
        WRITTEN.put(firstDay, make(folder, HERE, "EC", firstDay));
      }
      made = Objects.requireNonNull(WRITTEN.get(firstDay));
    }
    made.writeCertificate(folder.resolve("host.pem"));
    made.writeKey(folder.resolve("host.key"));
    return made;
  }

  private static TestCertificate make(Path folder, String names, String kind, String firstDay)
      throws IOException, InterruptedException, GeneralSecurityException {
    var store = folder.resolve(UUID.randomUUID() + ".p12");
    var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    var command =
        List.of(
            keytool.toString(),
            "-J-XX:+UseSerialGC",
            // The second compiler pays only where a prime is sought.
            "-J-XX:TieredStopAtLevel=" + (kind.equals("EC") ? 1 : 4),
            "-genkeypair",
            "-alias",
            "host",
            "-keyalg",
            kind,
            "-dname",
            "CN=test",
            "-ext",
            "san=" + names,
            "-startdate",
            firstDay,
            "-validity",
            "2",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD);
    var made = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!made.waitFor(2, TimeUnit.MINUTES) || made.exitValue() != 0) {
      throw new IOException("keytool: " + said);
    }
    var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    Files.delete(store);
    return new TestCertificate(
        keys.getCertificate("host"), keys.getKey("host", PASSWORD.toCharArray()));
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
