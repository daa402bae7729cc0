package dev.sojourn.fetch.site;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.answer.AnswerHead;
import dev.sojourn.fetch.answer.CacheTime;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.identity.net.Destinations;
import dev.sojourn.identity.net.ResolvedName;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.fetch.FetchAnswer;
import dev.sojourn.robots.fetch.FetchResult;
import dev.sojourn.robots.fetch.FetchSettings;
import dev.sojourn.robots.fetch.FetchStep;
import dev.sojourn.robots.fetch.RobotsFetch;
import dev.sojourn.robots.fetch.Validators;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Fetches robots.txt (RFC 9309, 2.3): makes the requests that [RobotsFetch] decides on.
///
/// May be used by any number of threads.
public final class RobotsFetcher {
  private static final int TOO_MANY_REQUESTS = 429;

  /// Twice the limit of the parser, so that the parser sees whether the file continues.
  private static final int MAX_BYTES = 2 * RobotsOptions.MIN_MAX_BYTES;

  /// The addresses of a name that are tried.
  private static final int MAX_ADDRESSES = 4;

  private static final int MAX_VALIDATOR_CHARS = 1_024;

  private final Network network;
  private final SiteRests rests;
  private final InstantSource clock;

  /// Creates a fetcher of robots.txt.
  ///
  /// @param fetcher the maker of the exchanges
  /// @param clock the time of day, for the expiry of answers
  public RobotsFetcher(HttpFetcher fetcher, InstantSource clock) {
    this(new Internet(fetcher), fetcher.rests(), clock);
  }

  RobotsFetcher(Network network, InstantSource clock) {
    this(network, new SiteRests(), clock);
  }

  private RobotsFetcher(Network network, SiteRests rests, InstantSource clock) {
    this.network = network;
    this.rests = rests;
    this.clock = clock;
  }

  /// {@return the rest that a site still asks for; zero if it asks for none}
  ///
  /// @param origin scheme, host and non-default port, as [PageUrl#origin()] writes it
  public Duration rest(String origin) {
    var now = clock.instant();
    return rests.of(origin, now).map(rest -> rest.left(now)).orElse(Duration.ZERO);
  }

  /// The source of addresses and pages.
  interface Network {
    /// {@return at least one address}
    InetAddress[] resolve(PageUrl url) throws UnknownHostException;

    /// {@return the answer at that address only; status 304 if the file still matches the
    /// validators}
    HttpReply get(PageUrl url, InetAddress address, Validators validators, WireTally tally)
        throws InterruptedException;
  }

  private record Internet(HttpFetcher fetcher) implements Network {
    @Override
    public InetAddress[] resolve(PageUrl url) throws UnknownHostException {
      return fetcher.resolve(url);
    }

    @Override
    public HttpReply get(PageUrl url, InetAddress address, Validators validators, WireTally tally)
        throws InterruptedException {
      return fetcher.getAt(url, address, validators, MAX_BYTES, tally);
    }
  }

  /// The outcome of a fetch.
  ///
  /// @param url the URL of the last request
  /// @param result the result; text of the site in it is as sent
  /// @param contentType the Content-Type field of the last answer, empty text if there is none
  /// @param destinations the addresses allowed for hosts that the file names: any if the site is in
  ///   this machine's own network, else public ones
  public record Fetched(
      String url, FetchResult result, String contentType, Destinations destinations) {}

  private record Asked(FetchAnswer answer, String contentType) {
    static Asked failed(String reason) {
      return new Asked(new FetchAnswer.Failure(reason), "");
    }
  }

  /// Fetches the file of one site, and follows redirects to other sites too. A site of the Internet
  /// cannot redirect to an address that is not public: it could choose requests inside this
  /// network. For the same reason it cannot name a host there; see [Fetched#destinations()].
  ///
  /// @param origin scheme, host and non-default port, as [PageUrl#origin()] writes it
  /// @param settings the rules for the answers
  /// @param tally the tally of the bytes on the wire
  /// @return the file, or why there is none
  /// @throws InterruptedException if the thread was interrupted
  /// @throws IllegalArgumentException if the text is no origin
  public Fetched fetch(String origin, FetchSettings settings, WireTally tally)
      throws InterruptedException {
    return fetch(origin, settings, Validators.NONE, tally);
  }

  /// Fetches the file of one site again, if it has changed.
  ///
  /// @param origin scheme, host and non-default port, as [PageUrl#origin()] writes it
  /// @param settings the rules for the answers
  /// @param validators of the copy held
  /// @param tally the tally of the bytes on the wire
  /// @return the file, or that the copy is still right, or why there is no file
  /// @throws InterruptedException if the thread was interrupted
  /// @throws IllegalArgumentException if the text is no origin
  public Fetched fetch(
      String origin, FetchSettings settings, Validators validators, WireTally tally)
      throws InterruptedException {
    var site = new SiteAddresses(origin, network);
    RobotsFetch fetch;
    try {
      fetch = RobotsFetch.conditional(origin, validators, settings);
    } catch (IllegalArgumentException e) {
      if (PageUrl.parse(origin).isEmpty()) {
        throw e;
      }
      // The text is an origin that no request can reach, for example http://{x}.
      return new Fetched(
          origin + "/robots.txt",
          new FetchResult.Unreachable("there is no such address"),
          "",
          site.destinations());
    }
    while (true) {
      var asked = ask(fetch.url(), fetch.validators(), site, tally);
      switch (fetch.next(asked.answer)) {
        case FetchStep.Request request -> fetch = request.fetch();
        case FetchStep.Done done -> {
          return new Fetched(fetch.url(), done.result(), asked.contentType, site.destinations());
        }
      }
    }
  }

  /// {@return why a site may not lead the crawl to another site, as a clause; empty if it may} The
  /// same rule applies to redirects of robots.txt. A name that is not known now may be later.
  ///
  /// @param origin of the site, as [PageUrl#origin()] writes it
  /// @param to a URL of the other site
  public Optional<String> objectionToMove(String origin, PageUrl to) {
    var site = new SiteAddresses(origin, network);
    try {
      var _ = site.of(PageUrl.parse(origin).orElseThrow());
      return Optional.of(site.objection(to, site.of(to))).filter(clause -> !clause.isEmpty());
    } catch (SiteAddresses.SiteNames.BarredException e) {
      return Optional.of(Failures.unknown(e));
    } catch (UnknownHostException _) {
      return Optional.empty();
    }
  }

  private Asked ask(String url, Validators validators, SiteAddresses site, WireTally tally)
      throws InterruptedException {
    var page = PageUrl.parse(url);
    if (page.isEmpty()) {
      return Asked.failed("it redirects to a URL that is none: " + Failures.shown(url));
    }
    var rest = rests.of(page.get().origin(), clock.instant());
    if (rest.isPresent()) {
      return Asked.failed(rest.get().clause());
    }
    ResolvedName name;
    try {
      name = site.of(page.get());
    } catch (UnknownHostException e) {
      return Asked.failed(Failures.unknown(e));
    }
    var objection = site.objection(page.get(), name);
    if (!objection.isEmpty()) {
      return Asked.failed(objection);
    }
    var reply = get(page.get(), name.addresses(), validators, tally);
    return new Asked(answer(page.get(), reply), contentType(reply));
  }

  private static String contentType(HttpReply reply) {
    return switch (reply) {
      case HttpReply.Answer answer -> answer.header("content-type").orElse("");
      case HttpReply.Failure _ -> "";
    };
  }

  /// Tries one address after the other until one can be reached.
  private HttpReply get(
      PageUrl page, List<InetAddress> addresses, Validators validators, WireTally tally)
      throws InterruptedException {
    HttpReply reply = new HttpReply.Failure(HttpReply.Kind.UNREACHABLE, Failures.UNKNOWN_NAME);
    for (var address : addresses.subList(0, Math.min(addresses.size(), MAX_ADDRESSES))) {
      reply = network.get(page, address, validators, tally);
      if (!(reply instanceof HttpReply.Failure(var kind, _))
          || kind != HttpReply.Kind.UNREACHABLE) {
        return reply;
      }
    }
    return reply;
  }

  private FetchAnswer answer(PageUrl page, HttpReply reply) {
    return switch (reply) {
      case HttpReply.Failure failure -> new FetchAnswer.Failure(failure.reason());
      case HttpReply.Answer answer when asksForRest(page, answer) ->
          new FetchAnswer.Failure(
              rests
                  .of(page.origin(), clock.instant())
                  .map(SiteRests.Rest::clause)
                  .orElse("it asks to be asked again at once"));
      // Status 429 asks for fewer requests; it does not say that there are no rules.
      case HttpReply.Answer answer when answer.status() == TOO_MANY_REQUESTS ->
          new FetchAnswer.Failure("it asks for fewer requests (status 429)");
      case HttpReply.Answer answer ->
          new FetchAnswer.Response(
              answer.status(),
              answer
                  .header("location")
                  .map(to -> page.resolve(to).map(PageUrl::toString).orElse(to)),
              answer.body(),
              CacheTime.of(new AnswerHead(answer.status(), answer.headers()), clock.instant()),
              validators(answer));
    };
  }

  /// Begins a rest of the whole site if the answer for robots.txt asks for one.
  private boolean asksForRest(PageUrl page, HttpReply.Answer answer) {
    var now = clock.instant();
    var rest = SiteRests.asked(answer.status(), answer.header("retry-after").orElse(""), now);
    rest.ifPresent(asked -> rests.begin(page.origin(), asked, now));
    return rest.isPresent();
  }

  /// {@return the validators for a later conditional request, without those that no request can
  /// carry}
  static Validators validators(HttpReply.Answer answer) {
    return new Validators(
        answer.header("etag").filter(RobotsFetcher::isSendable),
        answer.header("last-modified").filter(RobotsFetcher::isSendable));
  }

  private static boolean isSendable(String value) {
    return !value.isEmpty()
        && value.length() <= MAX_VALIDATOR_CHARS
        && value.chars().allMatch(c -> c >= ' ' && c <= '~');
  }
}
