package dev.sojourn.host.change;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcCompression;
import org.netpreserve.jwarc.WarcDigest;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcWriter;

/// Captures of one moment, as a crawler writes them: compressed, with the digests of payloads.
public final class Captures {
  private static final String SITE = "http://site.example";

  private final Instant date;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final WarcWriter writer;

  private Captures(Instant date) throws IOException {
    this.date = date;
    this.writer = new WarcWriter(Channels.newChannel(out), WarcCompression.GZIP);
  }

  public static Captures at(String date) {
    try {
      return new Captures(Instant.parse(date));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A page that is there.
  public Captures page(String path, String body) {
    return answer(path, 200, body);
  }

  /// A page that the site reports as gone.
  public Captures gone(String path) {
    return answer(path, 410, "");
  }

  private Captures answer(String path, int status, String body) {
    var payload = body.getBytes(StandardCharsets.UTF_8);
    try {
      var sha1 = MessageDigest.getInstance("SHA-1");
      sha1.update(payload);
      var answer =
          new HttpResponse.Builder(status, "Any").body(MediaType.HTML_UTF8, payload).build();
      writer.write(
          new WarcResponse.Builder(SITE + path)
              .date(date)
              .payloadDigest(new WarcDigest(sha1))
              .body(answer)
              .build());
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }

  public byte[] bytes() {
    return out.toByteArray();
  }

  /// Writes a file under another name, and renames it when it is whole.
  public void write(Path folder, String name) throws IOException {
    var part = Files.write(folder.resolve(name + ".open"), bytes());
    Files.move(part, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }
}
