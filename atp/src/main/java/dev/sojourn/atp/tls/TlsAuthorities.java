package dev.sojourn.atp.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/// The authorities that a client trusts: those that the JDK trusts, and further ones.
///
/// @param more certificates of further authorities, or of single hosts, for example in closed
///   networks
public record TlsAuthorities(List<X509Certificate> more) {

  /// The authorities that the JDK trusts.
  public static final TlsAuthorities USUAL = new TlsAuthorities(List.of());

  /// Copies the list.
  public TlsAuthorities {
    more = List.copyOf(more);
  }

  /// Reads further authorities.
  ///
  /// @param file certificates in PEM
  /// @return these and those that the JDK trusts
  /// @throws IOException if the file contains no certificates; the message says so
  public static TlsAuthorities read(Path file) throws IOException {
    return new TlsAuthorities(Pem.certificates(file));
  }

  /// {@return the authorities that [#pem] wrote}
  ///
  /// @param pem certificates in PEM; empty for no further authorities
  /// @throws IOException if it is malformed
  public static TlsAuthorities ofPem(String pem) throws IOException {
    return pem.isEmpty() ? USUAL : new TlsAuthorities(Pem.certificates("the kept text", pem));
  }

  /// {@return the further authorities, as text to store; empty if there are none}
  public String pem() {
    return more.stream().map(Pem::text).collect(Collectors.joining());
  }

  /// {@return the trust of an HTTPS client}
  public SSLContext context() {
    try {
      var context = SSLContext.getInstance("TLS");
      if (more.isEmpty()) {
        context.init(null, null, null);
      } else {
        context.init(null, new TrustManager[] {NamedAuthorities.of(believed())}, null);
      }
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no TLS", e);
    }
  }

  /// {@return all trusted certificates}
  List<X509Certificate> believed() throws GeneralSecurityException {
    return Stream.concat(
            more.stream(), Arrays.stream(NamedAuthorities.rules(null).getAcceptedIssuers()))
        .toList();
  }
}
