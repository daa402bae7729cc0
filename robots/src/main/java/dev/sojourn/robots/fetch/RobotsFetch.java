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
/// Redirects are followed across authorities; the rules then hold for the site that was asked. Its
/// routes do not, since a redirect could send agents elsewhere: [FetchResult.Read#sameOrigin] says
/// whether every hop stayed on the site's own origin.
public final class RobotsFetch {
  /// The answer to a request for a part, which is never made.
  private static final int PART = 206;

  private final FetchSettings settings;
  private final String origin;
  private final URI url;
  private final Validators validators;
  private final int redirects;
  private final boolean sameOrigin;

  private RobotsFetch(
      FetchSettings settings,
      String origin,
      URI url,
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
  /// @param origin scheme, host and perhaps port of the site, as `http://example.org:8080`
  /// @param settings the choices that are left to the crawler
  /// @return the first request
  /// @throws IllegalArgumentException if the origin is not one of http or https
  public static RobotsFetch of(String origin, FetchSettings settings) {
    return conditional(origin, Validators.NONE, settings);
  }

  /// Begins a fetch that may find the copy held still right.
  ///
  /// @param origin scheme, host and perhaps port of the site
  /// @param validators of the copy held
  /// @param settings the choices that are left to the crawler
  /// @return the first request
  /// @throws IllegalArgumentException if the origin is not one of http or https
  public static RobotsFetch conditional(
      String origin, Validators validators, FetchSettings settings) {
    var uri = uri(origin + "/robots.txt");
    if (uri.isEmpty()) {
      throw new IllegalArgumentException(
          "origin: " + origin + " (expected: http or https, host, perhaps port)");
    }
    return new RobotsFetch(settings, originOf(uri.get()), uri.get(), validators, 0, true);
  }

  /// {@return the URL to request}
  public String url() {
    return url.toString();
  }

  /// {@return the validators that make the request conditional}
  public Validators validators() {
    return validators;
  }

  /// Gives the next step after the answer to the request for [#url].
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
      // The rules that it leaves out may be those that forbid.
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
    var target = response.location().flatMap(this::resolve);
    if (target.isEmpty()) {
      return done(
          new FetchResult.Unreachable(
              url + " redirects to no http URL: " + response.location().orElse("none given")));
    }
    var next = target.get();
    return new FetchStep.Request(
        new RobotsFetch(
            settings,
            origin,
            next,
            Validators.NONE,
            redirects + 1,
            sameOrigin && originOf(next).equals(origin)));
  }

  private Optional<URI> resolve(String location) {
    try {
      var reference = location.strip();
      // The JDK resolves these by RFC 2396, which loses the last segment (RFC 3986, 5.2.2).
      return reference.isEmpty() || reference.startsWith("?")
          ? uri(withoutQuery() + (reference.isEmpty() ? query() : reference))
          : uri(url.resolve(new URI(reference)).toString());
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }

  private String withoutQuery() {
    return url.toString().split("[?#]", 2)[0];
  }

  private String query() {
    return url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
  }

  private static FetchStep done(FetchResult result) {
    return new FetchStep.Done(result);
  }

  private static boolean isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  }

  private static Optional<URI> uri(String text) {
    try {
      var uri = new URI(text);
      var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
      boolean usable =
          (scheme.equals("http") || scheme.equals("https"))
              && Authority.of(uri).isPresent()
              && uri.getRawUserInfo() == null;
      return usable ? Optional.of(uri) : Optional.empty();
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }

  private static String originOf(URI uri) {
    var scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    var authority = Authority.of(uri).orElseThrow();
    int usual = scheme.equals("http") ? 80 : 443;
    int port = authority.port() < 0 ? usual : authority.port();
    return scheme + "://" + authority.host().toLowerCase(Locale.ROOT) + ":" + port;
  }

  /// The authority of a URL.
  ///
  /// @param port negative where none is given
  private record Authority(String host, int port) {

    /// `java.net.URI` knows no host where a label has an underscore or ends with a hyphen. Name
    /// services know such names, and sites live under them.
    private static final Pattern NAME =
        Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,252})(?::([0-9]{0,5}))?");

    static Optional<Authority> of(URI uri) {
      if (uri.getHost() != null) {
        return Optional.of(new Authority(uri.getHost(), uri.getPort()));
      }
      var name = NAME.matcher(uri.getRawAuthority() == null ? "" : uri.getRawAuthority());
      if (!name.matches()) {
        return Optional.empty();
      }
      var port = name.group(2);
      boolean isGiven = port != null && !port.isEmpty();
      return Optional.of(new Authority(name.group(1), isGiven ? Integer.parseInt(port) : -1));
    }
  }
}
