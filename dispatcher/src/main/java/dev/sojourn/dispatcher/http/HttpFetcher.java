package dev.sojourn.dispatcher.http;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.base.text.FieldText;
import dev.sojourn.dispatcher.body.BodyRoom;
import dev.sojourn.dispatcher.body.SentBody;
import dev.sojourn.dispatcher.http2.Http2Connection;
import dev.sojourn.dispatcher.http2.NotProcessedException;
import dev.sojourn.dispatcher.rest.SiteRests;
import dev.sojourn.identity.net.AnswerHeads;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.identity.signature.HttpRequestHead;
import dev.sojourn.robots.fetch.Validators;
import dev.sojourn.visit.coding.Bodies;
import dev.sojourn.visit.content.HttpAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.io.CloseMode;

/// Makes single HTTP exchanges: GET, no redirects followed, no cookies, gzip decoded, everything
/// bounded in time and size. Over TLS they are of HTTP/2 where the server offers it.
///
/// Made for virtual threads: [#get] blocks its caller. Any number of threads may call it.
public final class HttpFetcher implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(HttpFetcher.class.getName());

  private static final RateLimitedLog FAULTS = new RateLimitedLog(LOG);

  /// What is read of a body that says nothing, so that its connection can be used again. Most pages
  /// for errors are shorter.
  private static final int UNHEEDED_BYTES = 64 * 1024;

  /// How long such a body is waited for.
  private static final Duration UNHEEDED_TIME = Duration.ofSeconds(1);

  private final HttpSettings settings;
  private final BodyRoom room;
  private final SiteAddresses.SiteNames names = new SiteAddresses.SiteNames(NameService.SYSTEM);
  private final CloseableHttpClient client;
  private final ScheduledThreadPoolExecutor deadlines;
  private final Http2Sessions sessions;
  private final SiteRests rests = new SiteRests();
  private volatile boolean isClosed;

  private HttpFetcher(HttpSettings settings, SSLContext tls, BodyRoom room) {
    this.settings = settings;
    this.room = room;
    this.client = Connections.client(settings, names, tls);
    this.deadlines =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("http-deadlines").factory());
    deadlines.setRemoveOnCancelPolicy(true);
    this.sessions = new Http2Sessions(settings, deadlines);
  }

  /// {@return a fetcher; the caller closes it}
  ///
  /// @param settings how it speaks HTTP
  public static HttpFetcher open(HttpSettings settings) {
    return open(settings, settings.authorities().context());
  }

  /// {@return a fetcher for many sites at once; the caller closes it}
  ///
  /// @param settings how it speaks HTTP
  /// @param folder where large bodies are while they are on their way, and find no room in memory
  public static HttpFetcher open(HttpSettings settings, Path folder) {
    return open(settings, settings.authorities().context(), BodyRoom.in(folder));
  }

  /// {@return a fetcher that believes the certificates of a TLS context}
  static HttpFetcher open(HttpSettings settings, SSLContext tls) {
    return open(settings, tls, BodyRoom.in(Path.of(System.getProperty("java.io.tmpdir"))));
  }

  static HttpFetcher open(HttpSettings settings, SSLContext tls, BodyRoom room) {
    return new HttpFetcher(settings, tls, room);
  }

  /// {@return how this fetcher speaks HTTP}
  public HttpSettings settings() {
    return settings;
  }

  /// {@return the room for bodies, of all sites}
  BodyRoom room() {
    return room;
  }

  /// {@return the sites that asked to be left alone; what is not to be asked for is not this
  /// class's business}
  SiteRests rests() {
    return rests;
  }

  /// Asks for one page. Politeness is not this method's business: see [PoliteSite].
  ///
  /// @param url the page
  /// @param maxBodyBytes how much of the body is wanted; the rest is not read
  /// @param tally the tally of the bytes on the wire
  /// @return the answer, or why there is none
  /// @throws InterruptedException if the thread was interrupted; the connection is then closed
  public HttpReply get(PageUrl url, int maxBodyBytes, WireTally tally) throws InterruptedException {
    return get(url, Validators.NONE, maxBodyBytes, tally);
  }

  /// Asks for one page. With validators the answer is status 304 where the page is still the one
  /// that they were given with.
  HttpReply get(PageUrl url, Validators validators, int maxBodyBytes, WireTally tally)
      throws InterruptedException {
    if (!Connections.isAskable(url.origin())) {
      return nobody();
    }
    var request = conditional(url, validators);
    return get(
        request, new HttpHost(request.getScheme(), request.getAuthority()), maxBodyBytes, tally);
  }

  /// Asks for one page at one address, even if its name resolves to another by now: the client asks
  /// no name service for it, and uses no connection that was made by name. With validators the
  /// answer is status 304 where the page is still the one that they were given with.
  HttpReply getAt(
      PageUrl url, InetAddress address, Validators validators, int maxBodyBytes, WireTally tally)
      throws InterruptedException {
    if (!Connections.isAskable(url.origin())) {
      return nobody();
    }
    var request = conditional(url, validators);
    var authority = request.getAuthority();
    var host =
        new HttpHost(request.getScheme(), address, authority.getHostName(), authority.getPort());
    return get(request, host, maxBodyBytes, tally);
  }

  private static HttpReply nobody() {
    return new HttpReply.Failure(HttpReply.Kind.UNREACHABLE, Failures.UNKNOWN_NAME);
  }

  private HttpReply get(
      HttpUriRequestBase request, HttpHost host, int maxBodyBytes, WireTally tally)
      throws InterruptedException {
    int mostBytes = Math.min(maxBodyBytes, settings.maxBodyBytes());
    return ScopedValue.where(WireAllowance.CURRENT, new WireAllowance(tally, mostBytes))
        .call(() -> reply(request, host, mostBytes, tally));
  }

  @Override
  public void close() {
    isClosed = true;
    client.close(CloseMode.IMMEDIATE);
    sessions.close();
    deadlines.shutdownNow();
  }

  private HttpReply reply(
      HttpUriRequestBase request, HttpHost host, int maxBodyBytes, WireTally tally)
      throws InterruptedException {
    try {
      return exchange(request, host, maxBodyBytes, tally);
    } catch (IOException | HttpException | IllegalArgumentException e) {
      // The client takes some answers of a site, as a status of 000, for a mistake of its caller. A
      // virtual thread that is interrupted in a read finds its socket closed.
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while asking " + host);
      }
      // TLS wraps the exception of the socket, so it is not recognised by its type.
      var objection = WireAllowance.CURRENT.get().objection();
      return objection.isEmpty()
          ? Failures.reply(e, settings)
          : new HttpReply.Failure(HttpReply.Kind.BROKEN, objection);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      if (isClosed) {
        // A crawl cuts off what does not end in time, and closed parts refuse what still comes.
        return new HttpReply.Failure(HttpReply.Kind.UNREACHABLE, "this program is ending");
      }
      // Bytes of a site may cost it this answer, and nobody else anything.
      FAULTS.fault("An exchange with a site", e);
      return new HttpReply.Failure(
          HttpReply.Kind.BROKEN, "this program failed at its answer: " + e.getClass().getName());
    }
  }

  private HttpReply exchange(
      HttpUriRequestBase request, HttpHost host, int maxBodyBytes, WireTally tally)
      throws IOException, HttpException, InterruptedException {
    var deadline =
        deadlines.schedule(
            request::cancel, settings.exchangeTimeout().toMillis(), TimeUnit.MILLISECONDS);
    try (var route = sessions.route(host)) {
      return attempts(request, host, route, maxBodyBytes, tally);
    } catch (IOException | CancellationException e) {
      // The second is what the client says where it was still waiting for a connection.
      if (request.isCancelled()) {
        throw new DeadlinePassedException();
      }
      throw e;
    } finally {
      deadline.cancel(false);
    }
  }

  private HttpReply attempts(
      HttpUriRequestBase request,
      HttpHost host,
      Http2Sessions.Route route,
      int maxBodyBytes,
      WireTally tally)
      throws IOException, HttpException, InterruptedException {
    var allowance = WireAllowance.CURRENT.get();
    var repeats = Repeats.NONE;
    while (true) {
      tally.addRequest();
      try {
        return sessions.ask(
            route,
            allowance,
            connected -> overHttp1(request, host, maxBodyBytes, tally, connected),
            connection -> overHttp2(request, connection, maxBodyBytes, tally, allowance));
      } catch (NoHttpResponseException | NotProcessedException | SocketException e) {
        var next = repeats.after(e, route.users());
        if (next.isEmpty() || request.isCancelled() || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        repeats = next.get();
      }
    }
  }

  /// The attempts at one request that came to nothing.
  ///
  /// @param isRepeated whether it was made again though the server may have processed it
  /// @param unprocessed how often the server certainly did not process it
  /// @param rivals the most requests that were under way at the site
  private record Repeats(boolean isRepeated, int unprocessed, int rivals) {
    /// A connection may take few requests, and others may use it up before this one, time after
    /// time. With as many chances for each of them, hardly any request is left over. Where it has
    /// no rivals, the site just does not want it.
    private static final int CHANCES = 4;

    static final Repeats NONE = new Repeats(false, 0, 0);

    /// A site may close a kept-alive connection in the moment it is used again. Only a connection
    /// that was already closed fails so early, and only once.
    Optional<Repeats> after(Exception failure, int underWay) {
      int most = Math.max(rivals, underWay);
      if (failure instanceof NotProcessedException late && late.isCertain()) {
        return Optional.of(new Repeats(isRepeated, unprocessed + 1, most))
            .filter(next -> next.unprocessed() <= CHANCES * most);
      }
      boolean isEarly = !(failure instanceof SocketException) || isReset(failure);
      return Optional.of(new Repeats(true, unprocessed, most)).filter(_ -> isEarly && !isRepeated);
    }
  }

  private HttpReply overHttp1(
      HttpUriRequestBase request,
      HttpHost host,
      int maxBodyBytes,
      WireTally tally,
      Runnable connected)
      throws IOException, HttpException, InterruptedException {
    var response = client.executeOpen(host, request, Connections.context(connected));
    try {
      tally.addVersion(HttpVersion.HTTP_1_1);
      var entity = response.getEntity();
      var in = entity == null ? InputStream.nullInputStream() : entity.getContent();
      return answer(
          request,
          new Head(response.getCode(), AnswerHeads.fields(response)),
          maxBodyBytes,
          most -> sent(in, most));
    } finally {
      leave(request, response);
    }
  }

  private HttpReply overHttp2(
      HttpUriRequestBase request,
      Http2Connection connection,
      int maxBodyBytes,
      WireTally tally,
      WireAllowance allowance)
      throws IOException, InterruptedException {
    try (var exchange = connection.begin(allowance, room.body(maxBodyBytes))) {
      request.setDependency(
          () -> {
            exchange.expire();
            return true;
          });
      exchange.send(Http2RequestFields.of(request, settings.userAgent()));
      var head = exchange.head();
      tally.addVersion(HttpVersion.HTTP_2);
      return answer(
          request, new Head(head.status(), head.fields()), maxBodyBytes, _ -> exchange.body());
    }
  }

  private static boolean isReset(Exception e) {
    var message = String.valueOf(e.getMessage());
    return message.contains("reset") || message.contains("Broken pipe");
  }

  private record Head(int status, Map<String, List<String>> fields) {}

  /// The rest of an answer, as it was encoded.
  private interface BodyReading {
    /// @param mostBytes how much of it is wanted
    SentBody read(int mostBytes) throws IOException, InterruptedException;
  }

  private SentBody sent(InputStream in, int mostBytes) throws IOException {
    var body = room.body(mostBytes);
    try {
      body.addAll(in);
    } catch (IOException | RuntimeException | Error e) {
      body.close();
      throw e;
    }
    return body;
  }

  /// Makes a reply of an answer whose head has come.
  private HttpReply answer(
      HttpUriRequestBase request, Head head, int maxBodyBytes, BodyReading encoded)
      throws IOException, InterruptedException {
    if (!HttpAnswer.isPage(head.status())) {
      passOver(request, encoded);
      return new HttpReply.Answer(head.status(), head.fields(), new byte[0], false);
    }
    var coding = String.join(",", head.fields().getOrDefault("content-encoding", List.of()));
    if (!Bodies.isKnown(coding)) {
      return new HttpReply.Failure(
          HttpReply.Kind.BROKEN_ENCODING, "the site sent the encoding " + Failures.shown(coding));
    }
    try (var sent = encoded.read(maxBodyBytes)) {
      var body = sent.decoded(coding, maxBodyBytes, () -> checkTime(request));
      return new HttpReply.Answer(head.status(), head.fields(), body.bytes(), body.truncated());
    }
  }

  /// Reads over the body of an answer whose status says all. Whatever is wrong with it, and if it
  /// never ends, costs the answer nothing but the connection.
  private void passOver(HttpUriRequestBase request, BodyReading body) throws InterruptedException {
    var end = deadlines.schedule(request::cancel, UNHEEDED_TIME.toMillis(), TimeUnit.MILLISECONDS);
    try {
      body.read(UNHEEDED_BYTES).close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A body that says nothing: {0}", e.getMessage());
    } finally {
      end.cancel(false);
    }
  }

  /// The deadline closes the connection, which ends a read; a computation here has to look.
  private static void checkTime(HttpUriRequestBase request) throws IOException {
    if (request.isCancelled()) {
      throw new DeadlinePassedException();
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException();
    }
  }

  /// Lets go of an exchange. To close a response would read the rest of its body, however long that
  /// is, to save the connection; so the connection is given up first. One whose body was read to
  /// its end is back with the others already.
  private static void leave(HttpUriRequestBase request, ClassicHttpResponse response) {
    if (!request.isCancelled()) {
      request.reset();
    }
    try {
      response.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A connection that was given up: {0}", e.getMessage());
    }
  }

  /// {@return the addresses of a site, by the names that pages are asked for by too}
  InetAddress[] resolve(PageUrl url) throws UnknownHostException {
    if (!Connections.isAskable(url.origin())) {
      throw new UnknownHostException(url.origin());
    }
    return names.resolve(hostName(url));
  }

  /// Remembers a site as one of the Internet, as an earlier run of a crawl has seen it.
  ///
  /// @param url any of the site
  public void addSiteOfTheInternet(PageUrl url) {
    if (Connections.isAskable(url.origin())) {
      names.addOfTheInternet(hostName(url));
    }
  }

  /// {@return the name or address in a URL, an IPv6 address without its brackets}
  static String hostName(PageUrl url) {
    return request(url).getAuthority().getHostName();
  }

  private HttpUriRequestBase conditional(PageUrl url, Validators validators) {
    var request = signed(url);
    validators
        .etag()
        .ifPresent(etag -> request.setHeader("If-None-Match", FieldText.encoded(etag)));
    validators.lastModified().ifPresent(date -> request.setHeader("If-Modified-Since", date));
    return request;
  }

  private HttpUriRequestBase signed(PageUrl url) {
    var request = request(url);
    settings.signer().ifPresent(signer -> signer.sign(head(url)).forEach(request::setHeader));
    return request;
  }

  /// The path is set apart from the origin, since a path that a page may have is not always one
  /// that `java.net.URI` accepts.
  private static HttpUriRequestBase request(PageUrl url) {
    var request = new HttpUriRequestBase("GET", Connections.uri(url.origin()));
    request.setPath(url.pathAndQuery());
    request.setHeader("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5");
    request.setHeader("Accept-Encoding", "gzip");
    return request;
  }

  private static HttpRequestHead head(PageUrl url) {
    var uri = Connections.uri(url.origin());
    var target = url.pathAndQuery();
    int question = target.indexOf('?');
    return new HttpRequestHead(
        "GET",
        uri.getScheme(),
        uri.getRawAuthority(),
        question < 0 ? target : target.substring(0, question),
        question < 0 ? "" : target.substring(question),
        Map.of());
  }
}
