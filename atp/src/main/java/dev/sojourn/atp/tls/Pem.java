package dev.sojourn.atp.tls;

import dev.sojourn.base.file.RegularFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/// Certificates and keys in the form that usual tools write (RFC 7468). An error message is one
/// sentence that names the file, but never its content.
final class Pem {

  private static final long MAX_BYTES = 1L << 20;
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");
  private static final byte[] PROBE =
      "Does this key belong to this certificate?".getBytes(StandardCharsets.UTF_8);

  private Pem() {}

  /// The certificates of a file, in its order.
  static List<X509Certificate> certificates(Path file) throws IOException {
    return certificates(file.toString(), octets(file));
  }

  /// The certificates of a text, in its order.
  ///
  /// @param name of the text, for messages
  static List<X509Certificate> certificates(String name, String text) throws IOException {
    return certificates(name, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static List<X509Certificate> certificates(String name, byte[] pem) throws IOException {
    try {
      var found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(pem))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (found.isEmpty()) {
        throw new IOException(name + " holds no certificate; a PEM file with one is needed.");
      }
      return found;
    } catch (CertificateException e) {
      throw new IOException(name + " holds no certificates in PEM: " + e.getMessage() + ".", e);
    }
  }

  /// A certificate as text.
  static String text(X509Certificate certificate) {
    try {
      return "-----BEGIN CERTIFICATE-----\n"
          + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded())
          + "\n-----END CERTIFICATE-----\n";
    } catch (CertificateException e) {
      throw new IllegalStateException("it was read from its encoding", e);
    }
  }

  /// The private key of a file.
  static PrivateKey key(Path file) throws IOException {
    var text = KEY.matcher(new String(octets(file), StandardCharsets.ISO_8859_1));
    if (!text.find()) {
      throw new IOException(
          file
              + " holds no private key in PEM that begins with BEGIN PRIVATE KEY; openssl pkcs8"
              + " -topk8 -nocrypt makes one of other kinds.");
    }
    byte[] octets;
    try {
      octets = Base64.getMimeDecoder().decode(text.group(1));
    } catch (IllegalArgumentException _) {
      throw new IOException(file + " holds a private key that is garbled.");
    }
    for (var algorithm : List.of("EC", "RSA", "Ed25519")) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(octets));
      } catch (InvalidKeySpecException _) {
        // The next kind of key may fit.
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JDK has " + algorithm, e);
      }
    }
    throw new IOException(file + " holds a private key that is none of EC, RSA and Ed25519.");
  }

  /// Whether a private key belongs to a certificate.
  static boolean belongs(PrivateKey key, X509Certificate certificate) {
    var algorithm =
        switch (key.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> "Ed25519";
        };
    try {
      var signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update(PROBE);
      var octets = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(PROBE);
      return signature.verify(octets);
    } catch (InvalidKeyException | SignatureException _) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + algorithm, e);
    }
  }

  /// The octets of a file of certificates or keys.
  static byte[] octets(Path file) throws IOException {
    RegularFile.requireIfThere(file);
    if (Files.size(file) > MAX_BYTES) {
      throw new IOException(file + " is larger than any certificate or key.");
    }
    return Files.readAllBytes(file);
  }
}
