package dev.sojourn.fetch.directory;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.fetch.answer.AnswerHeads;
import dev.sojourn.fetch.directory.HttpsAnswer.Failed;
import dev.sojourn.fetch.directory.HttpsAnswer.Got;
import dev.sojourn.identity.net.CertificateFault;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;

/// The reader of one answer on a [HttpsConnection]. It says why there is none in one sentence.
final class HttpsReader {

  private static final int SHOWN_CHARS = 120;

  private HttpsReader() {}

  /// One request and its answer, whose body is not read yet.
  @FunctionalInterface
  interface Exchange {
    ClassicHttpResponse send() throws IOException, HttpException;
  }

  /// A name that leads to an address that is not asked.
  static final class BarredException extends UnknownHostException {
    private static final long serialVersionUID = 1L;

    BarredException(String sentence) {
      super(sentence);
    }
  }

  static HttpsAnswer read(Exchange exchange, int maxBytes) {
    try {
      var response = exchange.send();
      var body = response.getCode() == HttpStatus.SC_OK ? body(response, maxBytes) : Bytes.EMPTY;
      return new Got(response.getCode(), AnswerHeads.fields(response), body);
    } catch (ClientProtocolException e) {
      return failed(e.getCause() instanceof HttpException cause ? cause : e);
    } catch (IOException | HttpException | IllegalArgumentException e) {
      // The client takes some answers of a server for a mistake of its caller.
      return failed(e);
    }
  }

  private static Bytes body(ClassicHttpResponse response, int maxBytes)
      throws IOException, FaultyAnswerException {
    var entity = response.getEntity();
    if (entity == null) {
      return Bytes.EMPTY;
    }
    var octets = entity.getContent().readNBytes(maxBytes + 1);
    if (octets.length > maxBytes) {
      throw HttpsConnection.tooLong(maxBytes);
    }
    return Bytes.wrap(octets);
  }

  private static Failed failed(Exception e) {
    return new Failed(
        switch (e) {
          case FaultyAnswerException _, BarredException _ -> text(e);
          case UnknownHostException _ -> "its name is not known";
          case SocketTimeoutException _ -> "it does not answer";
          case SSLException _ ->
              "TLS was not agreed: "
                  + shown(
                      CertificateFault.clause(e)
                          .map(why -> "its certificate cannot be trusted: " + why)
                          .orElseGet(() -> text(e)));
          case EOFException _, NoHttpResponseException _, ConnectionClosedException _ ->
              "the answer ends early";
          case MessageConstraintException _ when text(e).contains("empty line") ->
              HttpsHeadParser.NOT_HTTP;
          // Before it, the client lists its attempts.
          case ConnectException _ ->
              "it cannot be read: " + shown(text(e).replaceFirst("^.* failed: ", ""));
          default -> "it cannot be read: " + reason(text(e));
        });
  }

  /// The client's own words for a limit or a chunk, as an operator understands them.
  private static String reason(String text) {
    if (text.contains("line length limit")) {
      return "a header line is longer than " + HttpsConnection.MAX_LINE + " bytes";
    } else if (text.contains("header count")) {
      return "there are more than " + HttpsConnection.MAX_FIELDS + " header lines";
    } else if (text.contains("chunk header") || text.contains("chunk size")) {
      return "a chunk has no size";
    } else if (text.contains("end of chunk")) {
      return "a chunk is longer than it says";
    }
    return shown(text);
  }

  private static String text(Exception e) {
    return String.valueOf(e.getMessage());
  }

  private static String shown(String text) {
    return ForeignText.of(text).line(SHOWN_CHARS);
  }
}
