package dev.sojourn.fetch.directory;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.fetch.answer.AnswerHead;
import dev.sojourn.fetch.answer.AnswerLength;
import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.client.ClientLimits;
import dev.sojourn.fetch.client.SiteClient;
import dev.sojourn.fetch.client.WireAllowance;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.fetch.coding.ContentCodings;
import dev.sojourn.fetch.directory.HttpsAnswer.Failed;
import dev.sojourn.fetch.directory.HttpsAnswer.Got;
import dev.sojourn.fetch.http1.HeadRules;
import dev.sojourn.identity.net.CertificateFault;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.identity.net.ResolvedName;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import okhttp3.HttpUrl;
import okhttp3.Request;

/// Makes one careful HTTPS request to a URL that a stranger may have chosen.
///
/// The name is resolved once, and all of its addresses must be public. The connection goes to one
/// of these addresses, so that no later answer of the name server matters. The client follows no
/// redirect, accepts no content coding and keeps no cookie. An answer must state its length in one
/// way. Size and time are limited whatever the server does.
final class HttpsGet {
  /// The limit in bytes for heads, chunk sizes with extensions, trailers and TLS records together.
  private static final int MAX_FRAMING = 256 * 1024;

  private static final int MAX_INTERIM = 5;
  private static final int OK = 200;
  private static final int SHOWN_CHARS = 120;

  private final SiteClient client;
  private final Duration time;

  /// A client.
  ///
  /// @param tls the context that decides which certificates are trusted
  /// @param isPrivateAllowed whether addresses that are not public may be contacted; for closed
  ///   networks and experiments
  /// @param time the longest time from the request to the end of the answer
  HttpsGet(SSLContext tls, boolean isPrivateAllowed, Duration time) {
    this.time = time;
    this.client =
        new SiteClient(
            ClientLimits.single(time, HeadRules.STRICT),
            host -> resolve(host, isPrivateAllowed),
            tls);
  }

  /// A name that leads to an address that may not be asked.
  private static final class BarredException extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    BarredException(String sentence) {
      super(sentence);
    }
  }

  private static List<InetAddress> resolve(String host, boolean isPrivateAllowed)
      throws UnknownHostException {
    var name = ResolvedName.of(host, NameService.SYSTEM);
    var barred = name.barred(kind -> isPrivateAllowed || kind.isPublic());
    if (barred.isPresent()) {
      throw new BarredException(
          "its name leads to %s, which this host never asks".formatted(barred.get().words()));
    }
    return name.addresses();
  }

  /// Sends the request, and waits for the answer no longer than the time limit.
  HttpsAnswer get(URI uri, String accept, int maxBytes) {
    var url = HttpUrl.get(uri);
    if (url == null) {
      return new Failed("its name is not known");
    }
    var request =
        new Request.Builder()
            .url(url)
            .header("Accept", accept)
            .header("Accept-Encoding", "identity")
            .header("Connection", "close")
            .header("User-Agent", "sojourn-host")
            .build();
    var allowance = new WireAllowance(new WireTally(), (long) maxBytes + MAX_FRAMING, MAX_INTERIM);
    var call = client.call(request, allowance, Optional.empty());
    try {
      return SiteClient.<HttpsAnswer>within(
              time, call, (head, body) -> got(head, body, maxBytes), e -> failed(e, allowance))
          .orElseGet(() -> new Failed("the answer took over " + time.toMillis() + " ms"));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new Failed("this program is ending");
    }
  }

  private static HttpsAnswer got(AnswerHead head, InputStream in, int maxBytes) throws IOException {
    if (head.status() != OK) {
      // The body is not read.
      return new Got(head, Bytes.EMPTY);
    }
    if (!ContentCodings.of(head.codings()).isEmpty()) {
      return new Failed("the answer is compressed, though the request did not allow it");
    }
    var length = head.all("content-length");
    if (!head.all("transfer-encoding").isEmpty() && !length.isEmpty()) {
      return new Failed("the answer has an unknown framing");
    }
    var octets =
        AnswerLength.of(length) > maxBytes ? new byte[maxBytes + 1] : in.readNBytes(maxBytes + 1);
    return octets.length > maxBytes
        ? new Failed("the answer has more than " + maxBytes + " bytes")
        : new Got(head, Bytes.wrap(octets));
  }

  private static HttpsAnswer failed(Exception e, WireAllowance allowance) {
    if (allowance.hasTooManyInterim()) {
      return new Failed("too many interim answers come before the answer");
    } else if (!allowance.objection().isEmpty()) {
      return unreadable("the answer has more than " + MAX_FRAMING + " bytes of framing");
    }
    return switch (e) {
      case BarredException _ -> new Failed(text(e));
      case UnknownHostException _ -> new Failed("its name is not known");
      case SocketTimeoutException _ -> new Failed("it does not answer");
      case ConnectException _ ->
          unreadable(shown(text(e.getCause() instanceof IOException cause ? cause : e)));
      case SSLException _ ->
          new Failed(
              "TLS was not agreed: "
                  + shown(
                      CertificateFault.clause(e)
                          .map(why -> "its certificate cannot be trusted: " + why)
                          .orElseGet(() -> text(e))));
      case BrokenAnswerException broken ->
          switch (broken.fault()) {
            case CLOSED, CUT -> new Failed("the answer ends early");
            case NO_STATUS -> new Failed("the answer is not HTTP/1.1");
            case LONG_LINE ->
                unreadable(
                    "a header line is longer than " + HeadRules.STRICT.maxLineChars() + " bytes");
            case MANY_FIELDS ->
                unreadable("there are more than " + HeadRules.STRICT.maxFields() + " header lines");
            case NO_CHUNK_SIZE, LONG_CHUNK, FLOOD -> unreadable(text(e));
            case OTHER -> new Failed(text(e));
          };
      default -> unreadable(shown(text(e)));
    };
  }

  private static Failed unreadable(String why) {
    return new Failed("it cannot be read: " + why);
  }

  private static String text(Exception e) {
    return String.valueOf(e.getMessage());
  }

  private static String shown(String text) {
    return ForeignText.of(text).line(SHOWN_CHARS);
  }
}
