package dev.sojourn.visit.upstream;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.fetch.answer.AnswerHeads;
import dev.sojourn.fetch.answer.AnswerLength;
import dev.sojourn.fetch.answer.PlainHttpClient;
import dev.sojourn.fetch.coding.Bodies;
import dev.sojourn.fetch.coding.BrokenEncodingException;
import dev.sojourn.visit.content.HttpAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.util.Timeout;

/// Makes single exchanges with a web server: GET, no redirect followed, no cookie, no connection
/// kept, everything bounded in time and size. Safe for use by several threads.
final class UpstreamExchange {
  private static final System.Logger LOG = System.getLogger(UpstreamExchange.class.getName());
  private static final int MAX_LINE_CHARS = 8 * 1024;
  private static final int MAX_FIELDS = 100;
  private static final int MAX_CONNECTIONS = 1_000;
  private static final int SHOWN_CHARS = 120;

  private final UpstreamSettings settings;
  private final UpstreamLookup lookup;
  private final CloseableHttpClient client;

  /// @param lookup gives the address of the server
  UpstreamExchange(UpstreamSettings settings, UpstreamLookup lookup) {
    this.settings = settings;
    this.lookup = lookup;
    this.client = client(Timeout.of(settings.time()));
  }

  private static CloseableHttpClient client(Timeout limit) {
    var heads =
        Http1Config.custom().setMaxLineLength(MAX_LINE_CHARS).setMaxHeaderCount(MAX_FIELDS).build();
    var connections =
        ManagedHttpClientConnectionFactory.builder()
            .http1Config(heads)
            .responseParserFactory(AnswerHeads.readers(heads))
            .incomingContentLengthStrategy(AnswerLength.STRATEGY)
            .build();
    return PlainHttpClient.builder(RequestConfig.custom().setResponseTimeout(limit))
        .setConnectionManager(
            PoolingHttpClientConnectionManagerBuilder.create()
                .setConnectionFactory(connections)
                .setMaxConnTotal(MAX_CONNECTIONS)
                .setMaxConnPerRoute(MAX_CONNECTIONS)
                .setDefaultConnectionConfig(
                    ConnectionConfig.custom()
                        .setConnectTimeout(limit)
                        .setSocketTimeout(limit)
                        .build())
                .build())
        // Sites come and go with the configuration, and no connection outlives its exchange.
        .setConnectionReuseStrategy((_, _, _) -> false)
        .setUserAgent(UpstreamSource.USER_AGENT)
        .build();
  }

  /// Asks, and waits for the answer no longer than the time limit.
  ///
  /// @param held validators of the page as it came last, which make the request conditional
  /// @param maxBytes the limit of a body, as sent and as decoded
  UpstreamReply ask(PageUrl url, PageValidators held, int maxBytes) throws InterruptedException {
    var absence = lookup.absence();
    if (absence.isPresent()) {
      return new UpstreamReply.Failed(absence.get(), PageOutcome.NO_CONNECTION);
    }
    var address = lookup.address().orElseThrow();
    var server = new HttpHost("http", address, address.getHostAddress(), settings.address().port());
    var request = request(url, held);
    var answer = new CompletableFuture<UpstreamReply>();
    var thread =
        Thread.ofVirtual()
            .name("upstream")
            .start(() -> answer.complete(exchange(server, request, maxBytes)));
    try {
      return answer.get(settings.time().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      return timedOut();
    } catch (ExecutionException e) {
      throw new IllegalStateException("an exchange reports its failures as replies", e);
    } finally {
      // Both end an exchange that is still under way.
      thread.interrupt();
      request.cancel();
    }
  }

  private UpstreamReply.Failed timedOut() {
    return new UpstreamReply.Failed(
        "its answer took over " + settings.time().toMillis() + " ms", PageOutcome.TIMED_OUT);
  }

  /// The request names the site, and its scheme, since it is made without TLS.
  private HttpUriRequestBase request(PageUrl url, PageValidators held) {
    var site = URI.create(settings.origin() + "/");
    var request = new HttpUriRequestBase("GET", URI.create("http://" + site.getRawAuthority()));
    request.setPath(url.pathAndQuery());
    request.setHeader("X-Forwarded-Proto", site.getScheme());
    request.setHeader("Accept", "*/*");
    request.setHeader("Accept-Encoding", "identity");
    held.etag().ifPresent(etag -> request.setHeader("If-None-Match", etag));
    held.lastModified().ifPresent(date -> request.setHeader("If-Modified-Since", date));
    return request;
  }

  private UpstreamReply exchange(HttpHost server, HttpUriRequestBase request, int maxBytes) {
    try {
      var response = client.executeOpen(server, request, null);
      try {
        return answer(request, response, maxBytes);
      } finally {
        leave(request, response);
      }
    } catch (ConnectException | NoRouteToHostException e) {
      return new UpstreamReply.Failed(
          "no connection could be made to it: " + shown(e), PageOutcome.NO_CONNECTION);
    } catch (SocketTimeoutException _) {
      return timedOut();
    } catch (BrokenEncodingException e) {
      return new UpstreamReply.Failed(shown(e), PageOutcome.BROKEN_ENCODING);
    } catch (MessageConstraintException _) {
      return broken("its header fields are too long or too many");
    } catch (IOException | RuntimeException e) {
      // The client takes some answers of a server for a mistake of its caller.
      return broken(shown(e));
    }
  }

  /// Closing the answer first would read the rest of the body, however long that is. A fault of
  /// that rest, which is not needed, changes no answer.
  private static void leave(HttpUriRequestBase request, ClassicHttpResponse response) {
    request.cancel();
    try {
      response.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A connection that was given up: {0}", e.getMessage());
    }
  }

  private static UpstreamReply.Failed broken(String clause) {
    return new UpstreamReply.Failed(clause, PageOutcome.BROKEN_ANSWER);
  }

  private UpstreamReply answer(
      HttpUriRequestBase request, ClassicHttpResponse response, int maxBytes) throws IOException {
    var fields = AnswerHeads.fields(response);
    int status = response.getCode();
    if (!HttpAnswer.isPage(status)) {
      return new UpstreamReply.Answer(new HttpAnswer(status, fields, new byte[0], false));
    }
    var coding = String.join(",", fields.getOrDefault("content-encoding", List.of()));
    if (!Bodies.isKnown(coding)) {
      return new UpstreamReply.Failed(
          "it sent the encoding " + ForeignText.of(coding).line(SHOWN_CHARS),
          PageOutcome.BROKEN_ENCODING);
    }
    var entity = response.getEntity();
    var in = entity == null ? InputStream.nullInputStream() : entity.getContent();
    var sent = Bodies.read(in, maxBytes);
    var body = Bodies.decode(sent, coding, maxBytes, () -> checkTime(request));
    return new UpstreamReply.Answer(new HttpAnswer(status, fields, body.bytes(), body.truncated()));
  }

  private static void checkTime(HttpUriRequestBase request) throws IOException {
    if (request.isCancelled() || Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("the time is over");
    }
  }

  private static String shown(Exception e) {
    return ForeignText.of(String.valueOf(e.getMessage())).line(SHOWN_CHARS);
  }
}
