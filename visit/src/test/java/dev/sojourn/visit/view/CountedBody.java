package dev.sojourn.visit.view;

import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.PageBody;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// A body that counts how often it is read.
///
/// @param body the body
/// @param openings the count
public record CountedBody(PageBody body, AtomicInteger openings) implements PageBody {
  /// {@return a source whose pages count how often their bodies are read}
  ///
  /// @param source the source of the pages
  /// @param openings the count
  public static ContentSource over(ContentSource source, AtomicInteger openings) {
    return url -> {
      var content = source.read(url);
      if (!(content instanceof Content.Found found)) {
        return content;
      }
      var body = new CountedBody(found.content(), openings);
      return new Content.Found(found.url(), found.status(), found.headers(), body);
    };
  }

  @Override
  public int sizeBytes() {
    return body.sizeBytes();
  }

  @Override
  public Optional<String> version() {
    return body.version();
  }

  @Override
  public boolean isKept() {
    return body.isKept();
  }

  @Override
  public byte[] read() throws IOException {
    openings.incrementAndGet();
    return body.read();
  }
}
