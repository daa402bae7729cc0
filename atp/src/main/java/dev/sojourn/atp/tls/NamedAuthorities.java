package dev.sojourn.atp.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// A TLS client's trust in given certificates. It applies the rules of the JDK, and also checks the
/// dates of the server's own certificate. Safe for use by many threads.
///
/// The JDK does not check the dates of a certificate that is itself trusted: RFC 5280, section 6.1,
/// ignores these dates. So a self-signed certificate that a file names would be valid for ever. The
/// dates of an authority that signed the server's certificate stay unchecked, as in the JDK.
final class NamedAuthorities extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager rules;

  private NamedAuthorities(X509ExtendedTrustManager rules) {
    this.rules = rules;
  }

  /// {@return trust in these certificates only}
  ///
  /// @param certificates of authorities, or of single hosts
  /// @throws GeneralSecurityException if the JDK cannot use a certificate
  static NamedAuthorities of(Collection<X509Certificate> certificates)
      throws GeneralSecurityException {
    try {
      var anchors = KeyStore.getInstance(KeyStore.getDefaultType());
      anchors.load(null, null);
      int number = 0;
      for (var certificate : certificates) {
        anchors.setCertificateEntry("ca-" + number++, certificate);
      }
      return new NamedAuthorities(rules(anchors));
    } catch (IOException e) {
      throw new GeneralSecurityException("a store in memory cannot be used", e);
    }
  }

  /// {@return the JDK's trust manager for certificates}
  ///
  /// @param anchors the trusted certificates; null for those that the JDK trusts
  /// @throws GeneralSecurityException if the JDK has no such rules
  static X509ExtendedTrustManager rules(@Nullable KeyStore anchors)
      throws GeneralSecurityException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(anchors);
    for (var manager : factory.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager extended) {
        return extended;
      }
    }
    throw new GeneralSecurityException("this JDK has no rules for X.509 certificates");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    rules.checkServerTrusted(chain, kind, engine);
    chain[0].checkValidity();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    rules.checkServerTrusted(chain, kind, socket);
    chain[0].checkValidity();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    rules.checkServerTrusted(chain, kind);
    chain[0].checkValidity();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    rules.checkClientTrusted(chain, kind, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    rules.checkClientTrusted(chain, kind, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    rules.checkClientTrusted(chain, kind);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return rules.getAcceptedIssuers();
  }
}
