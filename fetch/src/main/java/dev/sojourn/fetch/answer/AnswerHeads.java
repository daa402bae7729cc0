package dev.sojourn.fetch.answer;

import dev.sojourn.base.text.FieldText;
import dev.sojourn.base.text.HeaderText;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.ParseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.io.HttpMessageParserFactory;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.message.BasicLineParser;
import org.apache.hc.core5.http.message.StatusLine;
import org.apache.hc.core5.util.CharArrayBuffer;

/// Reads the heads of HTTP/1.1 answers so that one odd line does not lose the others. A line
/// without a colon is left out, and so is one whose field name is no token (RFC 9110, 5.6.2). White
/// space between a name and its colon is no part of the name (RFC 9112, 5.1).
///
/// Another reader on the way may have understood such a head otherwise. So its connection takes no
/// further request, see [#isReusable].
public final class AnswerHeads {
  /// A field without a name stands for what was left out. No field of an answer is called so.
  private static final Header ODD = new BasicHeader("", "");

  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

  private AnswerHeads() {}

  /// {@return the maker of a reader for each connection}
  ///
  /// @param limits of lines and fields
  public static HttpMessageParserFactory<ClassicHttpResponse> readers(Http1Config limits) {
    // The client gives its configuration to its own parser only.
    return _ -> new Parser(limits);
  }

  /// {@return the field of a line; one without a name if the line has none that counts}
  ///
  /// @param line as it was sent, with its continuations
  public static Header field(CharArrayBuffer line) {
    int colon = line.indexOf(':');
    var name = colon < 0 ? "" : HeaderText.strip(line.substring(0, colon));
    boolean isIndented = line.length() > 0 && (line.charAt(0) == ' ' || line.charAt(0) == '\t');
    return isIndented || !isToken(name)
        ? ODD
        : new BasicHeader(name, HeaderText.strip(line.substring(colon + 1, line.length())));
  }

  /// {@return whether a text can be the name of a field (RFC 9110, 5.6.2)}
  ///
  /// @param name any text
  public static boolean isToken(String name) {
    return !name.isEmpty()
        && name.chars()
            .allMatch(
                c ->
                    (c >= 'a' && c <= 'z')
                        || (c >= 'A' && c <= 'Z')
                        || (c >= '0' && c <= '9')
                        || TOKEN_MARKS.indexOf(c) >= 0);
  }

  /// {@return the fields of an answer: lower-case name to its values in order, as text
  /// ([FieldText]); odd lines are not among them}
  ///
  /// @param answer as it was read
  public static Map<String, List<String>> fields(HttpResponse answer) {
    var fields = new LinkedHashMap<String, List<String>>();
    for (var header : answer.getHeaders()) {
      if (!header.getName().isEmpty()) {
        var value = header.getValue() == null ? "" : header.getValue();
        fields
            .computeIfAbsent(header.getName().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
            .add(FieldText.decoded(header.getName(), value));
      }
    }
    return fields;
  }

  /// {@return whether the end of an answer is beyond doubt, so that its connection may be used
  /// again}
  ///
  /// @param answer as it was read
  public static boolean isReusable(HttpResponse answer) {
    var lengths = answer.getHeaders(HttpHeaders.CONTENT_LENGTH);
    var transfers = answer.getHeaders(HttpHeaders.TRANSFER_ENCODING);
    return !answer.containsHeader(ODD.getName())
        && lengths.length + transfers.length <= 1
        && (lengths.length == 0 || lengths[0].getValue().matches("[0-9]{1,18}"))
        && (transfers.length == 0 || transfers[0].getValue().equalsIgnoreCase("chunked"));
  }

  /// The reader of one connection. Confined to one thread.
  private static final class Parser implements HttpMessageParser<ClassicHttpResponse> {
    private final Lines lines = new Lines();
    private final DefaultHttpResponseParser parser;

    Parser(Http1Config limits) {
      this.parser = new DefaultHttpResponseParser(limits, lines, null);
    }

    @Override
    public ClassicHttpResponse parse(SessionInputBuffer buffer, InputStream in)
        throws IOException, HttpException {
      lines.isOdd = false;
      var answer = parser.parse(buffer, in);
      if (answer == null) {
        throw new NoHttpResponseException("it closed the connection without an answer");
      }
      if (lines.isOdd) {
        answer.addHeader(ODD);
      }
      return answer;
    }
  }

  private static final class Lines extends BasicLineParser {
    private boolean isOdd;

    /// The client reads over any interim answer, and waits for the next one. So an invalid status,
    /// or one that was not asked for, must not count as such.
    @Override
    public StatusLine parseStatusLine(CharArrayBuffer line) throws ParseException {
      try {
        var read = super.parseStatusLine(line);
        int status = read.getStatusCode();
        if (status >= HttpStatus.SC_CONTINUE && status != HttpStatus.SC_SWITCHING_PROTOCOLS) {
          return read;
        }
      } catch (ParseException | IllegalArgumentException _) {
        // The client's words are no clause.
      }
      throw new ParseException("its answer begins with no status of HTTP/1.1: " + line);
    }

    @Override
    public Header parseHeader(CharArrayBuffer line) {
      var field = field(line);
      isOdd |= !line.substring(0, Math.max(line.indexOf(':'), 0)).equals(field.getName());
      return field;
    }
  }
}
