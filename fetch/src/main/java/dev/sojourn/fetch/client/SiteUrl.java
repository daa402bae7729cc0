package dev.sojourn.fetch.client;

import dev.sojourn.agent.PageUrl;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import okhttp3.HttpUrl;

/// Converts the URL of a page into the client's type without any change.
///
/// The client's parser escapes path characters that browsers and the URL Standard keep, such as
/// `|`. The request would then be for another path than robots.txt rules and signatures. Only the
/// constructor of its URLs keeps a text.
public final class SiteUrl {
  private static final MethodHandle CONSTRUCTOR = constructor();

  private SiteUrl() {}

  private static MethodHandle constructor() {
    try {
      return MethodHandles.privateLookupIn(HttpUrl.class, MethodHandles.lookup())
          .findConstructor(
              HttpUrl.class,
              MethodType.methodType(
                  void.class,
                  String.class,
                  String.class,
                  String.class,
                  String.class,
                  int.class,
                  List.class,
                  List.class,
                  String.class,
                  String.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("another version of OkHttp than the one that was built with", e);
    }
  }

  /// {@return the URL; empty if no request could reach it}
  ///
  /// @param url of a page
  public static Optional<HttpUrl> of(PageUrl url) {
    return isAskable(url.origin()) ? of(uri(url.origin()).getScheme(), url) : Optional.empty();
  }

  /// {@return the URL with another scheme; empty if no request could reach it}
  ///
  /// @param scheme of the request
  /// @param url of a page, whose origin is askable
  public static Optional<HttpUrl> of(String scheme, PageUrl url) {
    HttpUrl origin;
    try {
      origin =
          new HttpUrl.Builder()
              .scheme(scheme)
              .host(hostName(url.origin()))
              .port(port(url.origin()))
              .build();
    } catch (IllegalArgumentException _) {
      // The client accepts fewer hosts than the URL Standard.
      return Optional.empty();
    }
    var root = origin.toString();
    var text = root.substring(0, root.length() - 1) + url.pathAndQuery();
    boolean hasQuery = url.pathAndQuery().indexOf('?') >= 0;
    try {
      return Optional.of(
          (HttpUrl)
              CONSTRUCTOR.invoke(
                  origin.scheme(),
                  "",
                  "",
                  origin.host(),
                  origin.port(),
                  List.of(""),
                  hasQuery ? List.of("") : null,
                  null,
                  text));
    } catch (Throwable e) {
      throw new IllegalStateException("the constructor of a URL failed", e);
    }
  }

  /// {@return an origin as a URI}
  ///
  /// @param origin scheme, host and non-default port
  /// @throws IllegalArgumentException if no request could reach it
  public static URI uri(String origin) {
    return URI.create(origin + "/");
  }

  /// {@return whether a request could reach an origin} The URL Standard allows hosts such as
  /// `{a"b}` and the port 0, which no client can ask.
  ///
  /// @param origin scheme, host and non-default port
  public static boolean isAskable(String origin) {
    try {
      return new URI(origin + "/").getRawAuthority() != null && !origin.endsWith(":0");
    } catch (URISyntaxException _) {
      return false;
    }
  }

  /// {@return the name or address in an origin, an IPv6 address without its brackets}
  ///
  /// @param origin scheme, host and non-default port
  public static String hostName(String origin) {
    var authority = uri(origin).getRawAuthority();
    if (authority.startsWith("[")) {
      return authority.substring(1, authority.indexOf(']'));
    }
    int colon = authority.indexOf(':');
    return colon < 0 ? authority : authority.substring(0, colon);
  }

  /// {@return whether a host is an address, not a name}
  ///
  /// @param host without brackets
  public static boolean isAddress(String host) {
    try {
      InetAddress.ofLiteral(host);
      return true;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private static int port(String origin) {
    var authority = uri(origin).getRawAuthority();
    int colon = authority.lastIndexOf(':');
    boolean hasPort = colon > authority.lastIndexOf(']');
    return hasPort
        ? Integer.parseInt(authority.substring(colon + 1))
        : HttpUrl.defaultPort(uri(origin).getScheme());
  }
}
