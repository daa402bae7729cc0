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

/// Fetches robots.txt: makes the requests that [RobotsFetch] decides on, by RFC 9309, 2.3.
///
/// May be used by any number of threads.
public final class RobotsFetcher {
  private static final int TOO_MANY_REQUESTS = 429;

  /// Well over the limit of the parser, so that it sees whether the file goes on.
  private static final int MAX_BYTES = 2 * RobotsOptions.MIN_MAX_BYTES;

  /// If a name has more addresses, the others are not tried.
  private static final int MAX_ADDRESSES = 4;

  private static final int MAX_VALIDATOR_CHARS = 1_024;

  private final Network network;
  private final SiteRests rests;
  private final InstantSource clock;

  /// Creates a fetcher of robots.txt.
  ///
  /// @param fetcher the maker of the exchanges
  /// @param clock the time of day, for answers that say when they expire
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

  /// {@return for how long a site asks to be left alone from now on; zero if it does not}
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

    /// {@return the answer at that address, and at no other; status 304 if the file is still the
    /// one with these validators}
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
  /// @param url the last that was asked for
  /// @param result its result; words of the site in it are as it sent them
  /// @param contentType the Content-Type field of the last answer, empty text if there is none
  /// @param destinations where the hosts that the file names may be: anywhere if the site is known
  ///   to lie in this machine's own network, else on the Internet
  public record Fetched(
      String url, FetchResult result, String contentType, Destinations destinations) {}

  private record Asked(FetchAnswer answer, String contentType) {
    static Asked failed(String reason) {
      return new Asked(new FetchAnswer.Failure(reason), "");
    }
  }

  /// Fetches the file of one site. Redirects are followed also to other sites; the rules are always
  /// those of the site that was asked for. A site of the Internet cannot redirect to an address
  /// outside of the Internet: it would choose requests to this machine and its network. For the
  /// same reason it cannot name a host there, which the outcome says.
  ///
  /// @param origin scheme, host and non-default port, as [PageUrl#origin()] writes it
  /// @param settings how the answers are taken
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
  /// @param settings how the answers are taken
  /// @param validators of the copy held
  /// @param tally the tally of the bytes on the wire
  /// @return the file, that the copy is right still, or why there is none
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
      // The text has the form of an origin, and no request could go there: http://{x}.
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

  /// Asks at one address after the other, as long as there is no connection.
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
      // A site that asks for fewer requests has not said that it has no rules.
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

  /// The whole site is left alone for as long as its robots.txt asks.
  private boolean asksForRest(PageUrl page, HttpReply.Answer answer) {
    var now = clock.instant();
    var rest = SiteRests.asked(answer.status(), answer.header("retry-after").orElse(""), now);
    rest.ifPresent(asked -> rests.begin(page.origin(), asked, now));
    return rest.isPresent();
  }

  /// {@return the validators for a later conditional request; those that no request could carry are
  /// left out}
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
