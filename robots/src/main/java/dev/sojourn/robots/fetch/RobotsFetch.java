package dev.sojourn.robots.fetch;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// One fetch of a site's robots.txt: a pure state machine (RFC 9309, 2.3.1).
///
/// ```
///            2xx but 206 ──────────────▶ Read
///            304 (asked conditionally) ▶ NotModified
///  request ─ 3xx, Location ─▶ request …  at most maxRedirects times, then Unavailable
///            4xx ──────────────────────▶ Unavailable (1996: 401, 403 ▶ Forbidden)
///            else, no answer ──────────▶ Unreachable
/// ```
///
/// Redirects are followed across authorities; the rules then apply to the requested site. The
/// routes do not apply, since a redirect could send agents elsewhere: [FetchResult.Read#sameOrigin]
/// says whether every hop stayed on the site's origin.
public final class RobotsFetch {
  /// The status of a partial answer, although no request asks for a part.
  private static final int PART = 206;

  private static final Pattern ABSOLUTE =
      Pattern.compile("(https?)://([^/?#\\\\]*)", Pattern.CASE_INSENSITIVE);

  private final FetchSettings settings;
  private final String origin;
  private final String url;
  private final Validators validators;
  private final int redirects;
  private final boolean sameOrigin;

  private RobotsFetch(
      FetchSettings settings,
      String origin,
      String url,
      Validators validators,
      int redirects,
      boolean sameOrigin) {
    this.settings = settings;
    this.origin = origin;
    this.url = url;
    this.validators = validators;
    this.redirects = redirects;
    this.sameOrigin = sameOrigin;
  }

  /// Begins a fetch.
  ///
  /// @param origin scheme, host and optional port of the site, such as `http://example.org:8080`
  /// @param settings the choices that are left to the crawler
  /// @return the first request
  /// @throws IllegalArgumentException if the origin is not an http or https origin
  public static RobotsFetch of(String origin, FetchSettings settings) {
    return conditional(origin, Validators.NONE, settings);
  }

  /// Begins a conditional fetch, which may find that the present copy is still valid.
  ///
  /// @param origin scheme, host and optional port of the site
  /// @param validators of the present copy
  /// @param settings the choices that are left to the crawler
  /// @return the first request
  /// @throws IllegalArgumentException if the origin is not an http or https origin
  public static RobotsFetch conditional(
      String origin, Validators validators, FetchSettings settings) {
    var url = origin + "/robots.txt";
    var site = originOf(url);
    if (site.isEmpty()) {
      throw new IllegalArgumentException(
          "origin: " + origin + " (expected: http or https, host, perhaps port)");
    }
    return new RobotsFetch(settings, site.get(), url, validators, 0, true);
  }

  /// {@return the URL to request}
  public String url() {
    return url;
  }

  /// {@return the validators that make the request conditional}
  public Validators validators() {
    return validators;
  }

  /// Returns the next step after the answer to the request for [#url].
  ///
  /// @param answer the answer to the request
  /// @return another request or the result
  public FetchStep next(FetchAnswer answer) {
    return switch (answer) {
      case FetchAnswer.Failure(var reason) -> done(new FetchResult.Unreachable(reason));
      case FetchAnswer.Response response -> next(response);
    };
  }

  private FetchStep next(FetchAnswer.Response response) {
    int status = response.status();
    var said = url + " answered " + status;
    if (status == PART) {
      // The missing rules may be disallow rules.
      return done(new FetchResult.Unreachable(said + ", a part of the file"));
    }
    if (status >= 200 && status <= 299) {
      return done(new FetchResult.Read(response, sameOrigin));
    }
    if (status == 304 && !validators.equals(Validators.NONE)) {
      return done(new FetchResult.NotModified(response));
    }
    if (isRedirect(status)) {
      return redirect(response);
    }
    if (settings.of1996() && (status == 401 || status == 403)) {
      return done(new FetchResult.Forbidden(said));
    }
    if (status >= 400 && status <= 499) {
      return done(new FetchResult.Unavailable(said));
    }
    return done(new FetchResult.Unreachable(said));
  }

  private FetchStep redirect(FetchAnswer.Response response) {
    if (redirects >= settings.maxRedirects()) {
      return done(
          new FetchResult.Unavailable("more than " + redirects + " redirects, last at " + url));
    }
    var next = response.location().flatMap(this::resolve);
    var at = next.flatMap(RobotsFetch::originOf);
    if (next.isEmpty() || at.isEmpty()) {
      return done(
          new FetchResult.Unreachable(
              url + " redirects to no http URL: " + response.location().orElse("none given")));
    }
    return new FetchStep.Request(
        new RobotsFetch(
            settings,
            origin,
            next.get(),
            Validators.NONE,
            redirects + 1,
            sameOrigin && at.get().equals(origin)));
  }

  /// An absolute URL is not parsed: the URL Standard permits characters that `java.net.URI`
  /// rejects, such as `|`.
  private Optional<String> resolve(String location) {
    var reference = location.strip();
    if (ABSOLUTE.matcher(reference).lookingAt()) {
      return Optional.of(reference);
    }
    // The JDK resolves these references by RFC 2396, which loses the last segment (RFC 3986,
    // 5.2.2).
    if (reference.isEmpty()) {
      return Optional.of(url.split("#", 2)[0]);
    }
    if (reference.startsWith("?")) {
      return Optional.of(url.split("[?#]", 2)[0] + reference);
    }
    try {
      return Optional.of(new URI(url).resolve(new URI(reference)).toString());
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }

  private static FetchStep done(FetchResult result) {
    return new FetchStep.Done(result);
  }

  private static boolean isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  }

  /// Scheme, host and port of a URL; empty if it is not an http or https URL, has no host, or names
  /// a user. Any characters may follow the authority.
  private static Optional<String> originOf(String url) {
    var start = ABSOLUTE.matcher(url);
    if (!start.lookingAt()) {
      return Optional.empty();
    }
    var scheme = start.group(1).toLowerCase(Locale.ROOT);
    return Authority.of(start.group(2))
        .map(
            authority -> {
              int usual = scheme.equals("http") ? 80 : 443;
              int port = authority.port() < 0 ? usual : authority.port();
              return scheme + "://" + authority.host().toLowerCase(Locale.ROOT) + ":" + port;
            });
  }

  /// The authority of a URL.
  ///
  /// @param port negative if the URL has none
  private record Authority(String host, int port) {

    /// `java.net.URI` finds no host if a label has an underscore or ends with a hyphen, but the DNS
    /// and some sites use such names.
    private static final Pattern NAME =
        Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,252})(?::([0-9]{0,5}))?");

    static Optional<Authority> of(String text) {
      var name = NAME.matcher(text);
      if (name.matches()) {
        var port = name.group(2);
        boolean isGiven = port != null && !port.isEmpty();
        return Optional.of(new Authority(name.group(1), isGiven ? Integer.parseInt(port) : -1));
      }
      try {
        return Optional.of(new URI("http://" + text))
            .filter(uri -> uri.getHost() != null && uri.getRawUserInfo() == null)
            .map(uri -> new Authority(uri.getHost(), uri.getPort()));
      } catch (URISyntaxException _) {
        return Optional.empty();
      }
    }
  }
}
