package dev.sojourn.app.whole.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/// The answer of a raw server to a request. Texts are filled in by [Exchange#filled].
@FunctionalInterface
public interface Answer {
  /// The field of a page of HTML.
  String HTML = "Content-Type: text/html; charset=utf-8";

  /// Answers a request.
  ///
  /// @return whether the connection stays open
  boolean give(Exchange exchange) throws IOException;

  /// An HTML page in UTF-8.
  ///
  /// @param fields more lines of the head
  static Answer html(String page, String... fields) {
    return of(200, page, Stream.concat(Stream.of(HTML), Stream.of(fields)).toArray(String[]::new));
  }

  /// A page with a title that does not matter.
  static Answer titled(String title, String body) {
    return html("<!doctype html><title>" + title + "</title>" + body);
  }

  /// A page of bytes, with a type or without one.
  static Answer bytes(String text, Charset charset, String... fields) {
    return of(200, text.getBytes(charset), fields);
  }

  /// An answer with a text in UTF-8.
  ///
  /// @param fields the lines of its head, each character a byte
  static Answer of(int status, String body, String... fields) {
    return exchange -> {
      exchange.send(
          headed(exchange, status, exchange.filled(body).getBytes(StandardCharsets.UTF_8), fields));
      return true;
    };
  }

  /// An answer with bytes.
  static Answer of(int status, byte[] body, String... fields) {
    return exchange -> {
      exchange.send(headed(exchange, status, body, fields));
      return true;
    };
  }

  /// A redirect.
  ///
  /// @param location each character a byte
  static Answer to(String location) {
    return of(302, "", "Location: " + location);
  }

  /// Bytes as they are, and the end of the connection.
  ///
  /// @param text each character a byte
  static Answer raw(String text) {
    return exchange -> {
      exchange.send(exchange.filled(text));
      return false;
    };
  }

  /// Bytes as they are, after which the connection stays.
  static Answer rawKept(String text) {
    return exchange -> {
      exchange.send(exchange.filled(text));
      return true;
    };
  }

  /// An answer that is cut: it says that it is longer than it is, and the connection ends.
  static Answer cut(int status, String body, String... fields) {
    return raw(
        "HTTP/1.1 %d X\r\n%s\r\nContent-Length: 100000\r\n\r\n%s"
            .formatted(status, String.join("\r\n", fields), body));
  }

  /// A body that does not end until the peer hangs up.
  ///
  /// @param begin first octets
  /// @param line that is repeated
  static Answer endless(int status, String begin, String line, String... fields) {
    return exchange -> {
      exchange.send(
          "HTTP/1.1 %d X\r\n%s\r\nConnection: close\r\n\r\n"
              .formatted(status, exchange.filled(String.join("\r\n", fields))));
      exchange.send(begin);
      var bytes = line.repeat(1_000).getBytes(StandardCharsets.ISO_8859_1);
      while (true) {
        exchange.send(bytes);
      }
    };
  }

  /// No answer at all, on a connection that stays.
  static Answer none() {
    return exchange -> {
      exchange.awaitPeer();
      return false;
    };
  }

  /// An answer that comes in pieces.
  ///
  /// @param pause before each piece
  static Answer slow(Duration pause, int pieceBytes, String body, String... fields) {
    return exchange -> {
      var bytes =
          headed(exchange, 200, exchange.filled(body).getBytes(StandardCharsets.UTF_8), fields);
      for (int i = 0; i < bytes.length; i += pieceBytes) {
        LockSupport.parkNanos(pause.toNanos());
        exchange.out().write(bytes, i, Math.min(pieceBytes, bytes.length - i));
        exchange.out().flush();
      }
      return true;
    };
  }

  /// One answer after the other; the last one stays.
  static Answer inTurn(Answer... answers) {
    var all = List.of(answers);
    return exchange -> all.get(Math.min(exchange.asked().turn(), all.size()) - 1).give(exchange);
  }

  /// {@return a text in gzip}
  static byte[] gzip(String text) {
    return gzip(text.getBytes(StandardCharsets.UTF_8));
  }

  /// {@return bytes in gzip}
  static byte[] gzip(byte[] bytes) {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /// {@return a text as deflate makes it}
  ///
  /// @param isBare whether zlib's head and sum are left out
  static byte[] deflate(String text, boolean isBare) {
    var out = new ByteArrayOutputStream();
    var deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, isBare);
    try (var deflate = new DeflaterOutputStream(out, deflater)) {
      deflate.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      deflater.end();
    }
    return out.toByteArray();
  }

  private static byte[] headed(Exchange exchange, int status, byte[] body, String... fields) {
    var head = new StringBuilder("HTTP/1.1 " + status + " X\r\n");
    boolean hasLength = status == 204 || status == 304;
    for (var field : fields) {
      var name = field.toLowerCase(Locale.ROOT);
      hasLength |= name.startsWith("content-length") || name.startsWith("transfer-encoding");
      head.append(exchange.filled(field)).append("\r\n");
    }
    if (!hasLength) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    var out = new ByteArrayOutputStream();
    out.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    out.writeBytes(body);
    return out.toByteArray();
  }
}
