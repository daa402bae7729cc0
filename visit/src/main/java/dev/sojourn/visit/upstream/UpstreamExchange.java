package dev.sojourn.visit.upstream;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.fetch.answer.AnswerHead;
import dev.sojourn.fetch.client.ClientLimits;
import dev.sojourn.fetch.client.SiteCall;
import dev.sojourn.fetch.client.SiteClient;
import dev.sojourn.fetch.client.SiteUrl;
import dev.sojourn.fetch.client.WireAllowance;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.fetch.coding.Bodies;
import dev.sojourn.fetch.coding.BrokenEncodingException;
import dev.sojourn.fetch.http1.HeadRules;
import dev.sojourn.visit.content.HttpAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import okhttp3.HttpUrl;
import okhttp3.Request;

/// Makes single GET requests to a web server, without following redirects, without cookies and
/// without keeping connections. Time and sizes are bounded. Safe for use by several threads.
final class UpstreamExchange {
  private static final int SHOWN_CHARS = 120;

  private final UpstreamSettings settings;
  private final UpstreamLookup lookup;
  private final SiteClient client;

  /// @param lookup provides the address of the server
  UpstreamExchange(UpstreamSettings settings, UpstreamLookup lookup) {
    this.settings = settings;
    this.lookup = lookup;
    this.client =
        new SiteClient(
            ClientLimits.single(settings.time(), HeadRules.NARROW),
            host -> {
              throw new UnknownHostException(host);
            },
            noTls());
  }

  /// Returns an unused context, since requests have no TLS.
  private static SSLContext noTls() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no TLS", e);
    }
  }

  /// Makes a request, and waits for the answer up to the time limit.
  ///
  /// @param held the validators of the last version of the page, which make the request conditional
  /// @param maxBytes the limit of a body, in bytes, both encoded and decoded
  UpstreamReply ask(PageUrl url, PageValidators held, int maxBytes) throws InterruptedException {
    var absence = lookup.absence();
    if (absence.isPresent()) {
      return new UpstreamReply.Failed(absence.get(), PageOutcome.NO_CONNECTION);
    }
    var server = new InetSocketAddress(lookup.address().orElseThrow(), settings.address().port());
    var site = URI.create(settings.origin() + "/");
    var asked = SiteUrl.of("http", new PageUrl(settings.origin(), url.path(), url.query()));
    if (asked.isEmpty()) {
      return broken("no request can name its site");
    }
    var call =
        client.call(
            request(asked.get(), site, held),
            new WireAllowance(new WireTally(), maxBytes),
            Optional.of(server));
    return SiteClient.<UpstreamReply>within(
            settings.time(), call, (head, body) -> answer(call, head, body, maxBytes), this::failed)
        .orElseGet(this::timedOut);
  }

  private UpstreamReply.Failed timedOut() {
    return new UpstreamReply.Failed(
        "its answer took over " + settings.time().toMillis() + " ms", PageOutcome.TIMED_OUT);
  }

  /// Makes a request that names the site, and also its scheme, since the connection has no TLS.
  private static Request request(HttpUrl url, URI site, PageValidators held) {
    var request =
        new Request.Builder()
            .url(url)
            .header("Host", site.getRawAuthority())
            .header("Connection", "close")
            .header("User-Agent", UpstreamSource.USER_AGENT)
            .header("X-Forwarded-Proto", site.getScheme())
            .header("Accept", "*/*")
            .header("Accept-Encoding", "identity");
    held.etag().ifPresent(etag -> request.header("If-None-Match", etag));
    held.lastModified().ifPresent(date -> request.header("If-Modified-Since", date));
    return request.build();
  }

  private UpstreamReply failed(Exception e) {
    return switch (e) {
      // The client names the port of the URL, not of the server. The cause has the reason.
      case ConnectException _, NoRouteToHostException _ ->
          new UpstreamReply.Failed(
              "no connection could be made to it: "
                  + shown(e.getCause() instanceof IOException cause ? cause : e),
              PageOutcome.NO_CONNECTION);
      case SocketTimeoutException _ -> timedOut();
      case BrokenEncodingException _ ->
          new UpstreamReply.Failed(shown(e), PageOutcome.BROKEN_ENCODING);
      default -> broken(shown(e));
    };
  }

  private static UpstreamReply.Failed broken(String clause) {
    return new UpstreamReply.Failed(clause, PageOutcome.BROKEN_ANSWER);
  }

  private static UpstreamReply answer(SiteCall call, AnswerHead head, InputStream in, int maxBytes)
      throws IOException {
    if (!AnswerHead.isPage(head.status())) {
      return new UpstreamReply.Answer(
          new HttpAnswer(head.status(), head.fields(), new byte[0], false));
    }
    var coding = head.codings();
    if (!Bodies.isKnown(coding)) {
      return new UpstreamReply.Failed(
          "it sent the encoding " + ForeignText.of(coding).line(SHOWN_CHARS),
          PageOutcome.BROKEN_ENCODING);
    }
    var sent = Bodies.read(in, maxBytes);
    var body = Bodies.decode(sent, coding, maxBytes, () -> checkTime(call));
    return new UpstreamReply.Answer(
        new HttpAnswer(head.status(), head.fields(), body.bytes(), body.truncated()));
  }

  private static void checkTime(SiteCall call) throws IOException {
    if (call.isCancelled() || Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("the time is over");
    }
  }

  private static String shown(Exception e) {
    return ForeignText.of(String.valueOf(e.getMessage())).line(SHOWN_CHARS);
  }
}
