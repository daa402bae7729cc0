package dev.sojourn.agent;

import dev.sojourn.agent.frontier.StateInput;
import dev.sojourn.agent.frontier.StateOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The bytes of [KnownPages]. URLs are front-coded: each begins with the number of characters that
/// it shares with the previous URL. Every 16th URL shares none, so that a search need not read all
/// pages.
///
/// ```
///  'K' 'P' 1   count   origin   prints of fields: count, 8 octets each
///  a page:  shared   rest of the path   marks (1)
///           [print of fields: its number   body: 8 octets]   PRINT
///           [own URL]  END   [ETag]  ETAG   [Last-Modified]  MODIFIED
/// ```
///
/// Counts and numbers have 7 bits an octet, the lowest first. A text is its length in octets, then
/// its UTF-8.
final class KnownPagesCodec {
  /// The number of pages in a run; the first URL of a run shares nothing.
  static final int RUN = 16;

  /// A bound beyond the room of any state.
  static final int MAX_PAGES = 1 << 24;

  /// The most characters of all URLs in bytes from elsewhere, since a few octets can expand to a
  /// long URL. An honest state of 8 MiB has a quarter of this.
  static final long MAX_FOREIGN_CHARS = 64L << 20;

  private static final byte[] MAGIC = {'K', 'P', 1};
  private static final int PRINT = 1;
  private static final int END = 2;
  private static final int ETAG = 4;
  private static final int MODIFIED = 8;
  private static final int MARKS = PRINT | END | ETAG | MODIFIED;

  /// The shared length, the length of the rest and the marks take one octet each.
  private static final int LEAST_BYTES_A_PAGE = 3;

  private KnownPagesCodec() {}

  static boolean isEncoded(byte[] bytes) {
    return bytes.length > MAGIC.length
        && Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /// {@return pages, encoded}
  ///
  /// @param pages sorted by URL
  static byte[] encode(List<KnownPage> pages) {
    var origin = PageUrl.parse(pages.getFirst().url()).map(PageUrl::origin).orElse("");
    var fields = numbers(pages);
    var bytes = new ByteArrayOutputStream(pages.size() * 32);
    var out = new StateOutput(bytes, _ -> {});
    try {
      out.octets(MAGIC);
      out.number(pages.size());
      text(out, origin);
      out.number(fields.size());
      for (long print : fields.keySet()) {
        out.long64(print);
      }
      var before = "";
      for (int i = 0; i < pages.size(); i++) {
        var url = pages.get(i).url();
        requireUrl(url, before, origin);
        page(out, pages.get(i), i % RUN == 0 ? 0 : shared(before, url, origin.length()), fields);
        before = url;
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  private static void requireUrl(String url, String before, String origin) {
    var parsed = PageUrl.parse(url);
    if (parsed.filter(p -> p.origin().equals(origin) && p.toString().equals(url)).isEmpty()
        || url.compareTo(before) <= 0) {
      throw new IllegalArgumentException(
          "url: " + url + " (expected: normalised, of " + origin + ", and once)");
    }
  }

  /// The distinct prints of fields, numbered in the order of their first page; there are few.
  private static Map<Long, Integer> numbers(List<KnownPage> pages) {
    var numbers = new LinkedHashMap<Long, Integer>();
    for (var page : pages) {
      page.print().ifPresent(print -> numbers.putIfAbsent(both(print), numbers.size()));
    }
    return numbers;
  }

  private static long both(PagePrint print) {
    return ((long) print.type() << Integer.SIZE) | Integer.toUnsignedLong(print.robots());
  }

  /// The number of characters after the origin that two URLs share.
  private static int shared(String a, String b, int from) {
    int most = Math.min(a.length(), b.length());
    int at = from;
    while (at < most && a.charAt(at) == b.charAt(at)) {
      at++;
    }
    return at - from;
  }

  private static void page(StateOutput out, KnownPage page, int shared, Map<Long, Integer> fields)
      throws IOException {
    var url = page.url();
    int path = url.indexOf('/', url.indexOf("://") + 3);
    out.number(shared);
    text(out, url.substring(path + shared));
    var print = page.print();
    var etag = page.validators().etag();
    var modified = page.validators().lastModified();
    out.number(
        (print.isPresent() ? PRINT : 0)
            | (page.end().isPresent() ? END : 0)
            | (etag.isPresent() ? ETAG : 0)
            | (modified.isPresent() ? MODIFIED : 0));
    if (print.isPresent()) {
      out.number(fields.getOrDefault(both(print.get()), 0));
      out.long64(print.get().body());
    }
    for (var text : List.of(page.end(), etag, modified)) {
      if (text.isPresent()) {
        text(out, text.get());
      }
    }
  }

  private static void text(StateOutput out, String text) throws IOException {
    var octets = text.getBytes(StandardCharsets.UTF_8);
    out.number(octets.length);
    out.octets(octets);
  }

  /// Checks all pages, so that later reads need not expect damage.
  ///
  /// @param mostChars the limit of characters of all URLs in total
  static KnownPages decode(byte[] bytes, long mostChars) {
    if (!isEncoded(bytes)) {
      throw damage("the beginning");
    }
    var head = new StateInput(bytes, MAGIC.length, bytes.length, _ -> {});
    int count = head.count(LEAST_BYTES_A_PAGE);
    if (count > MAX_PAGES) {
      throw damage("the number of pages");
    }
    var origin = head.text(head.number());
    var fields = new ArrayList<Long>();
    for (int left = head.count(Long.BYTES); left > 0; left--) {
      fields.add(head.long64());
    }
    var runs = new int[(count + RUN - 1) / RUN];
    var reader = new Reader(bytes, head.position(), origin, fields);
    var before = "";
    long chars = 0;
    for (int i = 0; i < count; i++) {
      if (i % RUN == 0) {
        runs[i / RUN] = reader.in.position();
        reader.forget();
      }
      var url = reader.next().url();
      chars += url.length();
      if (chars > mostChars) {
        throw damage("the length of all URLs");
      }
      requireUrl(url, before, origin);
      before = url;
    }
    if (count == 0 || reader.in.position() != bytes.length) {
      throw damage("the end");
    }
    return new KnownPages(bytes, count, runs, List.copyOf(fields), origin);
  }

  private static IllegalArgumentException damage(String what) {
    return new IllegalArgumentException("known pages: " + what + " (expected: as encoded here)");
  }

  /// Reads pages in sequence, from the beginning of a run on.
  static final class Reader {
    private final StateInput in;
    private final List<Long> fields;
    private final StringBuilder url;
    private final int originChars;

    Reader(byte[] bytes, int at, String origin, List<Long> fields) {
      this.in = new StateInput(bytes, at, bytes.length, _ -> {});
      this.fields = fields;
      this.url = new StringBuilder(origin);
      this.originChars = origin.length();
    }

    /// Begins a run: if the next URL claims to share characters, its bytes are damaged.
    private void forget() {
      url.setLength(originChars);
    }

    KnownPage next() {
      var text = readUrl();
      int marks = marks();
      Optional<PagePrint> print = (marks & PRINT) == 0 ? Optional.empty() : Optional.of(print());
      var end = text(marks, END);
      var etag = text(marks, ETAG);
      return new KnownPage(text, end, print, new PageValidators(etag, text(marks, MODIFIED)));
    }

    /// Reads the URL of a page, and skips its rest.
    String nextUrl() {
      var text = readUrl();
      rest();
      return text;
    }

    void skip() {
      readUrl();
      rest();
    }

    private String readUrl() {
      int shared = in.number();
      if (shared > url.length() - originChars) {
        throw damage("what a URL shares");
      }
      url.setLength(originChars + shared);
      return url.append(in.text(in.number())).toString();
    }

    private void rest() {
      int marks = marks();
      if ((marks & PRINT) != 0) {
        var _ = in.number();
        in.skip(Long.BYTES);
      }
      for (int mark = END; mark <= MODIFIED; mark <<= 1) {
        if ((marks & mark) != 0) {
          in.skip(in.number());
        }
      }
    }

    private int marks() {
      int marks = in.octet();
      if ((marks & ~MARKS) != 0) {
        throw damage("marks");
      }
      return marks;
    }

    private PagePrint print() {
      int number = in.number();
      if (number >= fields.size()) {
        throw damage("a print of fields");
      }
      long both = fields.get(number);
      return new PagePrint(in.long64(), (int) (both >>> Integer.SIZE), (int) both);
    }

    private Optional<String> text(int marks, int mark) {
      return (marks & mark) == 0 ? Optional.empty() : Optional.of(in.text(in.number()));
    }
  }
}
