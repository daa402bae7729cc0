package dev.sojourn.fetch.site;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.fetch.answer.AnswerHead;
import dev.sojourn.fetch.answer.AnswerLength;
import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.answer.BrokenAnswerException.Fault;
import dev.sojourn.fetch.body.BodyRoom;
import dev.sojourn.fetch.body.SentBody;
import dev.sojourn.fetch.client.HttpVersion;
import dev.sojourn.fetch.client.SiteCall;
import dev.sojourn.fetch.client.SiteClient;
import dev.sojourn.fetch.client.SiteUrl;
import dev.sojourn.fetch.client.WireAllowance;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.fetch.coding.Bodies;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.identity.signature.HttpRequestHead;
import dev.sojourn.robots.fetch.Validators;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.internal.http2.StreamResetException;

/// Makes single HTTP exchanges: GET, no redirects followed, no cookies, gzip decoded, everything
/// bounded in time and size. Over TLS it speaks HTTP/2 if the server offers it.
///
/// Any number of threads may call [#get], which blocks its caller; virtual threads suit it.
public final class HttpFetcher implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(HttpFetcher.class.getName());

  private static final RateLimitedLog FAULTS = new RateLimitedLog(LOG);

  /// The octets read of a body that is not needed, so that its connection stays usable. Most error
  /// pages are shorter.
  private static final int UNHEEDED_BYTES = 64 * 1024;

  /// The longest wait for a body that is not needed.
  private static final Duration UNHEEDED_TIME = Duration.ofSeconds(1);

  private final HttpSettings settings;
  private final BodyRoom room;
  private final SiteAddresses.SiteNames names = new SiteAddresses.SiteNames(NameService.SYSTEM);
  private final SiteClient client;
  private final Semaphore underWay;

  /// Exchanges under way, by host and port of the site.
  private final Map<String, Integer> rivals = new ConcurrentHashMap<>();

  private final ScheduledThreadPoolExecutor deadlines;
  private final SiteRests rests = new SiteRests();
  private volatile boolean isClosed;

  private HttpFetcher(HttpSettings settings, BodyRoom room) {
    this.settings = settings;
    this.room = room;
    this.client =
        new SiteClient(settings.client(), host -> List.of(names.resolve(host)), settings.tls());
    this.underWay = new Semaphore(settings.maxConnections(), true);
    this.deadlines =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("http-deadlines").factory());
    deadlines.setRemoveOnCancelPolicy(true);
  }

  /// {@return a fetcher; the caller closes it}
  ///
  /// @param settings how it speaks HTTP
  public static HttpFetcher open(HttpSettings settings) {
    return open(settings, Path.of(System.getProperty("java.io.tmpdir")));
  }

  /// {@return a fetcher for many sites at once; the caller closes it}
  ///
  /// @param settings how it speaks HTTP
  /// @param folder holds large bodies that find no room in memory while they arrive
  public static HttpFetcher open(HttpSettings settings, Path folder) {
    return open(settings, BodyRoom.in(folder));
  }

  static HttpFetcher open(HttpSettings settings, BodyRoom room) {
    return new HttpFetcher(settings, room);
  }

  /// {@return how this fetcher speaks HTTP}
  public HttpSettings settings() {
    return settings;
  }

  /// {@return the room for the bodies of all sites}
  BodyRoom room() {
    return room;
  }

  /// {@return the sites that asked to be left alone; callers keep the rests, this class does not}
  SiteRests rests() {
    return rests;
  }

  /// Asks for one page, without any pause: [PoliteSite] is polite.
  ///
  /// @param url the page
  /// @param maxBodyBytes the longest beginning of the body that is read
  /// @param tally the tally of the bytes on the wire
  /// @return the answer, or why there is none
  /// @throws InterruptedException if the thread was interrupted; the connection is then closed
  public HttpReply get(PageUrl url, int maxBodyBytes, WireTally tally) throws InterruptedException {
    return get(url, Validators.NONE, maxBodyBytes, tally);
  }

  /// Asks for one page. If the page still matches the validators, the answer is status 304.
  HttpReply get(PageUrl url, Validators validators, int maxBodyBytes, WireTally tally)
      throws InterruptedException {
    return get(url, Optional.empty(), validators, maxBodyBytes, tally);
  }

  /// Asks for one page at one address, even if its name resolves to another by now. The client asks
  /// no name service and reuses no connection that was made by name. If the page still matches the
  /// validators, the answer is status 304.
  HttpReply getAt(
      PageUrl url, InetAddress address, Validators validators, int maxBodyBytes, WireTally tally)
      throws InterruptedException {
    var target = SiteUrl.of(url);
    return get(
        url,
        target.map(asked -> new InetSocketAddress(address, asked.port())),
        validators,
        maxBodyBytes,
        tally);
  }

  private static HttpReply nobody() {
    return new HttpReply.Failure(HttpReply.Kind.UNREACHABLE, Failures.UNKNOWN_NAME);
  }

  private HttpReply get(
      PageUrl url,
      Optional<InetSocketAddress> address,
      Validators validators,
      int maxBodyBytes,
      WireTally tally)
      throws InterruptedException {
    var target = SiteUrl.of(url);
    if (target.isEmpty()) {
      return nobody();
    }
    var fields = fields(url, validators);
    int mostBytes = Math.min(maxBodyBytes, settings.limits().maxBodyBytes());
    return reply(new Asked(target.get(), fields, address, mostBytes, tally, new Deadline()));
  }

  @Override
  public void close() {
    isClosed = true;
    client.close();
    deadlines.shutdownNow();
  }

  /// The request, for one attempt or several.
  ///
  /// @param url the page
  /// @param fields of the request
  /// @param address the address to ask, if the caller gave one
  /// @param maxBodyBytes how much of the body is wanted
  /// @param tally the tally of the bytes on the wire
  /// @param deadline the end of all attempts
  private record Asked(
      HttpUrl url,
      Headers fields,
      Optional<InetSocketAddress> address,
      int maxBodyBytes,
      WireTally tally,
      Deadline deadline) {
    String site() {
      return url.host() + ":" + url.port();
    }
  }

  /// The deadline of an exchange, for all its attempts. A separate thread calls `pass`, which
  /// cancels the call.
  private static final class Deadline {
    private Optional<SiteCall> current = Optional.empty();
    private boolean isPassed;

    synchronized void begin(SiteCall call) {
      current = Optional.of(call);
      if (isPassed) {
        call.cancel();
      }
    }

    synchronized void pass() {
      isPassed = true;
      current.ifPresent(SiteCall::expire);
    }

    synchronized boolean isPassed() {
      return isPassed;
    }
  }

  private HttpReply reply(Asked asked) throws InterruptedException {
    try {
      return exchange(asked);
    } catch (IOException | IllegalArgumentException e) {
      // An interrupt closes the socket that a virtual thread reads.
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while asking " + asked.url().host());
      }
      return Failures.reply(e, settings.limits());
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      if (isClosed) {
        // A crawl that ends cuts off late exchanges, and closed parts refuse their calls.
        return new HttpReply.Failure(HttpReply.Kind.UNREACHABLE, "this program is ending");
      }
      // Bytes of a site may spoil its own answer, but must not harm another site.
      FAULTS.fault("An exchange with a site", e);
      return new HttpReply.Failure(
          HttpReply.Kind.BROKEN, "this program failed at its answer: " + e.getClass().getName());
    }
  }

  private HttpReply exchange(Asked asked) throws IOException, InterruptedException {
    var deadline = asked.deadline();
    var end =
        deadlines.schedule(
            deadline::pass, settings.limits().exchange().toMillis(), TimeUnit.MILLISECONDS);
    try {
      // An exchange has at most one connection, so this bounds the connections too.
      if (!underWay.tryAcquire(settings.limits().exchange().toMillis(), TimeUnit.MILLISECONDS)) {
        throw new DeadlinePassedException();
      }
      rivals.merge(asked.site(), 1, Integer::sum);
      try {
        return attempts(asked);
      } finally {
        rivals.computeIfPresent(asked.site(), (_, count) -> count > 1 ? count - 1 : null);
        underWay.release();
      }
    } catch (IOException e) {
      if (deadline.isPassed()) {
        throw new DeadlinePassedException();
      }
      throw e;
    } finally {
      end.cancel(false);
    }
  }

  private HttpReply attempts(Asked asked) throws IOException, InterruptedException {
    var repeats = RequestRepeats.NONE;
    while (true) {
      asked.tally().addRequest();
      try {
        return attempt(asked);
      } catch (IOException e) {
        var next = repeats.after(e, rivals.getOrDefault(asked.site(), 1));
        if (next.isEmpty()
            || asked.deadline().isPassed()
            || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        repeats = next.get();
      }
    }
  }

  private HttpReply attempt(Asked asked) throws IOException, InterruptedException {
    var allowance = new WireAllowance(asked.tally(), asked.maxBodyBytes());
    var request = new Request.Builder().url(asked.url()).headers(asked.fields()).build();
    var call = client.call(request, allowance, asked.address());
    asked.deadline().begin(call);
    try {
      return answer(asked, call);
    } catch (SocketTimeoutException e) {
      call.expire();
      throw e;
    } catch (SSLException e) {
      // TLS wraps the exception of the socket, so its type is lost.
      var objection = allowance.objection();
      throw objection.isEmpty() ? e : new IOException(objection, e);
    }
  }

  private HttpReply answer(Asked asked, SiteCall call) throws IOException, InterruptedException {
    try (var response = call.execute()) {
      boolean isHttp2 = response.protocol() == Protocol.HTTP_2;
      try {
        asked.tally().addVersion(isHttp2 ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1);
        return answer(asked, call, response.body().byteStream());
      } catch (StreamResetException _) {
        throw cut();
      } catch (BrokenAnswerException e) {
        throw e.fault() == Fault.CLOSED ? cut() : e;
      } catch (SocketException e) {
        // Over HTTP/2, a write of the client may be the first to notice that the connection has
        // ended.
        throw isHttp2 ? cut() : e;
      } finally {
        call.cancel();
      }
    }
  }

  /// The fault of an answer whose head has come: its request is not repeated.
  private static BrokenAnswerException cut() {
    return new BrokenAnswerException(Fault.CUT);
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

  /// Turns an answer whose head has come into a reply.
  private HttpReply answer(Asked asked, SiteCall call, InputStream in)
      throws IOException, InterruptedException {
    var head = call.head();
    if (!AnswerHead.isPage(head.status())) {
      passOver(call, in);
      return new HttpReply.Answer(head.status(), head.fields(), new byte[0], false);
    }
    var coding = head.codings();
    if (!Bodies.isKnown(coding)) {
      return new HttpReply.Failure(
          HttpReply.Kind.BROKEN_ENCODING, "the site sent the encoding " + Failures.shown(coding));
    }
    try (var sent = sent(in, asked.maxBodyBytes())) {
      requireWhole(sent, head);
      var body = sent.decoded(coding, asked.maxBodyBytes(), () -> checkTime(asked.deadline()));
      return new HttpReply.Answer(head.status(), head.fields(), body.bytes(), body.truncated());
    }
  }

  /// Compares the body with its Content-Length: over HTTP/2 the last frame alone ends a body.
  private static void requireWhole(SentBody body, AnswerHead head) throws IOException {
    if (body.isTruncated() || head.fields().containsKey("transfer-encoding")) {
      return;
    }
    long length = AnswerLength.of(head.all("content-length"));
    if (length >= 0 && body.size() < length) {
      throw cut();
    }
    if (length >= 0 && body.size() > length) {
      throw new IOException("its body is longer than its Content-Length");
    }
  }

  /// Skips the body of an answer that needs only its status. If that body is broken or endless,
  /// only the connection is lost.
  private void passOver(SiteCall call, InputStream in) {
    var end = deadlines.schedule(call::cancel, UNHEEDED_TIME.toMillis(), TimeUnit.MILLISECONDS);
    try {
      sent(in, UNHEEDED_BYTES).close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A body that says nothing: {0}", e.getMessage());
    } finally {
      end.cancel(false);
    }
  }

  /// Checks the deadline during a computation. (A read ends by itself: the deadline closes its
  /// connection.)
  private static void checkTime(Deadline deadline) throws IOException {
    if (deadline.isPassed()) {
      throw new DeadlinePassedException();
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException();
    }
  }

  /// {@return the addresses of a site, by the same rules as for pages}
  InetAddress[] resolve(PageUrl url) throws UnknownHostException {
    if (!SiteUrl.isAskable(url.origin())) {
      throw new UnknownHostException(url.origin());
    }
    return names.resolve(SiteUrl.hostName(url.origin()));
  }

  /// Remembers that an earlier run of a crawl found a site on the Internet.
  ///
  /// @param url any URL of the site
  public void addSiteOfTheInternet(PageUrl url) {
    if (SiteUrl.isAskable(url.origin())) {
      names.addOfTheInternet(SiteUrl.hostName(url.origin()));
    }
  }

  private Headers fields(PageUrl url, Validators validators) {
    var fields = new Headers.Builder();
    fields.set("User-Agent", settings.userAgent());
    fields.set("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5");
    // With its own field, the client decodes nothing, so the limits hold.
    fields.set("Accept-Encoding", "gzip");
    settings.signer().ifPresent(signer -> signer.sign(head(url)).forEach(fields::set));
    validators.etag().ifPresent(etag -> fields.addUnsafeNonAscii("If-None-Match", etag));
    validators.lastModified().ifPresent(date -> fields.set("If-Modified-Since", date));
    return fields.build();
  }

  private static HttpRequestHead head(PageUrl url) {
    var uri = SiteUrl.uri(url.origin());
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
