package dev.sojourn.visit.warc;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.visit.coding.Bodies;
import dev.sojourn.visit.coding.BrokenEncodingException;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.HttpAnswer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.LengthedBody;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcRevisit;

/// The pages of a site as WARC files hold them: of each URL the latest capture, with its status and
/// fields. The files are indexed when the source is opened, and read at each page.
///
/// The captured answers are bytes of strangers: heads, chunks and codings are undone within bounds.
public final class WarcSource implements ContentSource {
  // One for all sites: agents can ask for the same page again and again.
  private static final RateLimitedLog LOG =
      new RateLimitedLog(System.getLogger(WarcSource.class.getName()));

  /// For the head of an answer and the sizes of its chunks.
  private static final int FRAMING_BYTES = 1 << 20;

  private static final int MAX_FIELD_CHARS = 64 * 1024;
  private static final int BUFFER_BYTES = 8 * 1024;

  private static final int NOT_MODIFIED = 304;

  private final WarcSettings settings;
  private final WarcIndex index;

  private WarcSource(WarcSettings settings, WarcIndex index) {
    this.settings = settings;
    this.index = index;
  }

  /// Reads all files once.
  ///
  /// @param settings the files
  /// @return the source
  /// @throws IOException if one cannot be opened, or they hold too many records
  public static WarcSource open(WarcSettings settings) throws IOException {
    return new WarcSource(settings, WarcIndex.read(settings));
  }

  /// {@return the places of the files that cannot be read}
  public List<WarcDamage> damages() {
    return List.copyOf(index.damages());
  }

  /// {@return how many URLs of the site the files hold}
  public int size() {
    return index.size();
  }

  /// {@return the URLs of the site that the files hold, sorted}
  public List<PageUrl> urls() {
    return index.urls();
  }

  @Override
  public Content read(PageUrl url) throws IOException {
    var refusal = settings.urls().refusal(url);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    var capture = index.find(url);
    if (capture.isEmpty()) {
      return new Content.Missing(404, "The site has no page at " + url.path() + ".");
    }
    try {
      var answer = answer(capture.get().place());
      if (capture.get().referred().isPresent()) {
        answer = revisited(answer, answer(capture.get().referred().get()));
      }
      return answer.content(url, settings.maxBodyBytes());
    } catch (BrokenEncodingException e) {
      return new Content.Missing(
          0, "The capture cannot be read: " + e.getMessage() + ".", PageOutcome.BROKEN_ENCODING);
    } catch (IOException | RuntimeException e) {
      LOG.line(System.Logger.Level.WARNING, "The capture of {0} is broken: {1}", url, e.toString());
      return new Content.Missing(0, "The capture cannot be read.", PageOutcome.BROKEN_ANSWER);
    }
  }

  /// A revisit tells its own status and fields where it was a whole answer without its body.
  private static HttpAnswer revisited(HttpAnswer revisit, HttpAnswer referred) {
    boolean hasHead = revisit.status() != 0 && revisit.status() != NOT_MODIFIED;
    return new HttpAnswer(
        hasHead ? revisit.status() : referred.status(),
        hasHead ? revisit.fields() : referred.fields(),
        referred.body(),
        referred.truncated());
  }

  private HttpAnswer answer(WarcPlace place) throws IOException {
    try (var channel = FileChannel.open(settings.files().get(place.file()));
        var reader = new WarcReader(channel.position(place.offset()))) {
      var record = reader.next();
      if (record.isEmpty()) {
        throw new IOException("the file has changed since it was indexed");
      }
      return answer(record.get());
    }
  }

  private HttpAnswer answer(WarcRecord record) throws IOException {
    int max = settings.maxBodyBytes();
    if (record instanceof WarcResource) {
      var body = Bodies.read(record.body().stream(), max);
      var type = List.of(record.contentType().toString());
      return new HttpAnswer(200, Map.of("content-type", type), body.bytes(), body.truncated());
    }
    boolean isRevisit = record instanceof WarcRevisit;
    if (isRevisit && record.body().size() == 0) {
      return new HttpAnswer(0, Map.of(), new byte[0], false);
    }
    var bounded = new BoundedInput(record.body().stream(), 2L * max + FRAMING_BYTES);
    long length = Math.min(record.body().size(), bounded.left);
    var block =
        LengthedBody.create(
            Channels.newChannel(bounded), ByteBuffer.allocate(BUFFER_BYTES).flip(), length);
    var http = HttpResponse.parse(block);
    if (http.status() < 100) {
      throw new IOException("it holds no answer");
    }
    var fields = fields(http);
    if (length(fields) > MAX_FIELD_CHARS) {
      throw new IOException("its header fields are too long");
    }
    if (isRevisit) {
      return new HttpAnswer(http.status(), fields, new byte[0], false);
    }
    var coding = String.join(",", fields.getOrDefault("content-encoding", List.of()));
    if (!Bodies.isKnown(coding)) {
      throw new BrokenEncodingException("its encoding is not known");
    }
    var body = Bodies.decode(Bodies.read(http.body().stream(), max), coding, max, () -> {});
    return new HttpAnswer(http.status(), fields, body.bytes(), body.truncated());
  }

  private static long length(Map<String, List<String>> fields) {
    return fields.entrySet().stream()
        .mapToLong(
            field ->
                field.getKey().length() + field.getValue().stream().mapToLong(String::length).sum())
        .sum();
  }

  private static Map<String, List<String>> fields(HttpResponse http) {
    var fields = new LinkedHashMap<String, List<String>>();
    http.headers()
        .map()
        .forEach((name, values) -> fields.put(name.toLowerCase(Locale.ROOT), List.copyOf(values)));
    return fields;
  }

  /// A stream that ends where it would become too long.
  private static final class BoundedInput extends InputStream {
    private final InputStream in;
    private long left;

    BoundedInput(InputStream in, long most) {
      this.in = in;
      this.left = most;
    }

    @Override
    public int read() throws IOException {
      return left-- > 0 ? in.read() : -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int most = (int) Math.min(length, left);
      int count = most <= 0 ? -1 : in.read(buffer, offset, most);
      left -= Math.max(0, count);
      return count;
    }
  }
}
