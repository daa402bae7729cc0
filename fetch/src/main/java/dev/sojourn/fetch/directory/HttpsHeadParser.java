package dev.sojourn.fetch.directory;

import dev.sojourn.fetch.answer.AnswerHeads;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.message.BasicLineParser;
import org.apache.hc.core5.http.message.StatusLine;
import org.apache.hc.core5.util.CharArrayBuffer;

/// The parser of the heads of one answer: interim ones, up to a limit, and the last.
final class HttpsHeadParser implements HttpMessageParser<ClassicHttpResponse> {

  static final String NOT_HTTP = "the answer is not HTTP/1.1";

  private static final int MAX_INTERIM = 5;

  private final HttpMessageParser<ClassicHttpResponse> parser;
  private final UnaryOperator<InputStream> guard;
  private int interim;

  /// @param config limits of lines and fields
  /// @param guard the bounds on the bytes of a head
  HttpsHeadParser(Http1Config config, UnaryOperator<InputStream> guard) {
    this.parser = new DefaultHttpResponseParser(config, new Lines(), null);
    this.guard = guard;
  }

  @Override
  public ClassicHttpResponse parse(SessionInputBuffer buffer, InputStream in)
      throws IOException, HttpException {
    var answer = parser.parse(buffer, guard.apply(in));
    if (answer.getCode() < HttpStatus.SC_SUCCESS && ++interim > MAX_INTERIM) {
      throw new FaultyAnswerException("too many interim answers come before the answer");
    }
    return answer;
  }

  /// Lines that are read in one way only.
  private static final class Lines extends BasicLineParser {
    private static final Pattern STATUS_LINE =
        Pattern.compile("HTTP/1\\.([01]) ([1-5][0-9][0-9])(?: (.*))?");

    @Override
    public StatusLine parseStatusLine(CharArrayBuffer line) throws FaultyAnswerException {
      var status = STATUS_LINE.matcher(line);
      if (!status.matches()) {
        throw new FaultyAnswerException(NOT_HTTP);
      }
      return new StatusLine(
          status.group(1).equals("1") ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_1_0,
          Integer.parseInt(status.group(2)),
          "");
    }

    @Override
    public Header parseHeader(CharArrayBuffer line) {
      return AnswerHeads.field(line);
    }
  }
}
