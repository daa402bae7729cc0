package dev.sojourn.agent.frontier;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/// Consecutive waiting URLs, packed: front-coded, then compressed by DEFLATE. A packed URL of a
/// regular site takes 3 to 6 octets.
///
/// Consecutive URLs that were found on one page are a run. Each text begins with the number of
/// octets that it shares with the previous text; the first URL of a run shares with its page.
///
/// ```
///  a run:  shared   rest of the page   depth   number of URLs
///  a URL:  shared   rest
/// ```
///
/// A rest is its length, then its UTF-8. Numbers have 7 bits an octet, the lowest first.
final class UrlBlock {
  /// The most URLs that are packed together.
  static final int MAX_URLS = 1024;

  /// A block is full with this many octets of text.
  static final int FULL_TEXT_OCTETS = 128 << 10;

  /// The most octets of text in a block: a full block, and one more URL with its page.
  private static final int MAX_TEXT_OCTETS = 256 << 10;

  /// The most octets of a URL besides its text: five numbers of five octets.
  private static final int NUMBER_OCTETS_A_URL = 25;

  /// The octets of text that are counted as one object.
  private static final int TEXT_OCTETS_AN_OBJECT = 256;

  /// More stack frames than the JDK's compression needs.
  private static final int STACK_FRAMES = 400;

  private final int urls;
  private final int textOctets;
  private final byte[] packed;

  private UrlBlock(int urls, int textOctets, byte[] packed) {
    this.urls = urls;
    this.textOctets = textOctets;
    this.packed = packed;
  }

  int urls() {
    return urls;
  }

  static UrlBlock pack(Collection<WaitingUrl> waiting) {
    var raw = new ByteArrayOutputStream(waiting.size() * 16);
    var out = new StateOutput(raw, _ -> {});
    int textOctets = 0;
    var page = new byte[0];
    var before = new byte[0];
    var all = List.copyOf(waiting);
    try {
      for (int i = 0, end; i < all.size(); i = end) {
        end = runEnd(all, i);
        var own = octets(all.get(i).foundOn());
        write(out, page, own);
        page = own;
        textOctets += own.length;
        before = own.length > 0 ? own : before;
        out.number(all.get(i).depth());
        out.number(end - i);
        for (var url : all.subList(i, end)) {
          var text = octets(url.url());
          write(out, before, text);
          before = text;
          textOctets += text.length;
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return new UrlBlock(all.size(), textOctets, deflated(raw.toByteArray()));
  }

  private static int runEnd(List<WaitingUrl> all, int from) {
    var first = all.get(from);
    int end = from + 1;
    while (end < all.size()
        && all.get(end).depth() == first.depth()
        && all.get(end).foundOn().equals(first.foundOn())) {
      end++;
    }
    return end;
  }

  private static byte[] octets(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void write(StateOutput out, byte[] before, byte[] text) throws IOException {
    int mismatch = Arrays.mismatch(before, text);
    int shared = mismatch < 0 ? text.length : mismatch;
    out.number(shared);
    out.number(text.length - shared);
    out.octets(text, shared, text.length - shared);
  }

  /// Uses a part of the stack. An agent with a full stack then fails before native memory is
  /// allocated; a later error would leak this memory.
  private static int requireStack(int frames) {
    return frames == 0 ? 0 : 1 + requireStack(frames - 1);
  }

  private static byte[] deflated(byte[] raw) {
    var _ = requireStack(STACK_FRAMES);
    var deflater = new Deflater();
    try {
      deflater.setInput(raw);
      deflater.finish();
      var out = new byte[raw.length + raw.length / 256 + 64];
      int length = deflater.deflate(out);
      if (!deflater.finished()) {
        throw new IllegalStateException(raw.length + " octets grow when they are compressed");
      }
      return Arrays.copyOf(out, length);
    } finally {
      deflater.end();
    }
  }

  List<WaitingUrl> unpack() {
    var found = new ArrayList<WaitingUrl>(urls);
    walk(
        new Taker() {
          private String page = "";
          private int depth;

          @Override
          public void run(Text ofPage, int ofUrls) {
            page = ofPage.toString();
            depth = ofUrls;
          }

          @Override
          public void url(Text url) {
            found.add(new WaitingUrl(url.toString(), page, depth));
          }
        });
    return found;
  }

  /// Receives the content of a block.
  private interface Taker {
    void run(Text page, int depth);

    void url(Text url);
  }

  private void walk(Taker taker) {
    var raw = inflated();
    var in = new StateInput(raw, 0, raw.length, _ -> {});
    var page = new Text();
    var url = new Text();
    int left = urls;
    int text = 0;
    while (left > 0) {
      page.read(in);
      text += page.length;
      int depth = in.number();
      int run = in.number();
      if (run < 1 || run > left) {
        throw damage("a run of " + run + " of " + left + " URLs");
      }
      taker.run(page, depth);
      if (page.length > 0) {
        url.set(page);
      }
      for (int i = 0; i < run && text <= textOctets; i++) {
        url.read(in);
        text += url.length;
        taker.url(url);
      }
      left -= run;
      if (text > textOctets) {
        throw damage("a text of more than " + textOctets + " octets");
      }
    }
    if (in.position() != raw.length || text != textOctets) {
      throw damage("octets after the end");
    }
  }

  private byte[] inflated() {
    var _ = requireStack(STACK_FRAMES);
    var inflater = new Inflater();
    try {
      inflater.setInput(packed);
      var out = new byte[textOctets + urls * NUMBER_OCTETS_A_URL];
      int length = inflater.inflate(out);
      return Arrays.copyOf(out, length);
    } catch (DataFormatException e) {
      throw damage(String.valueOf(e.getMessage()));
    } finally {
      inflater.end();
    }
  }

  /// The previous text, whose beginning the next text shares.
  private static final class Text {
    private byte[] octets = new byte[256];
    private int length;

    void read(StateInput in) {
      int shared = in.number();
      if (shared > length) {
        throw damage("a text that shares " + shared + " of " + length + " octets");
      }
      int more = in.number();
      if (more > MAX_TEXT_OCTETS) {
        throw damage("a text of " + more + " octets");
      }
      var rest = in.octets(more);
      length = shared;
      append(rest, rest.length);
    }

    void set(Text other) {
      length = 0;
      append(other.octets, other.length);
    }

    private void append(byte[] more, int count) {
      if (length + count > octets.length) {
        octets = Arrays.copyOf(octets, (length + count) * 2);
      }
      System.arraycopy(more, 0, octets, length, count);
      length += count;
    }

    @Override
    public String toString() {
      return new String(octets, 0, length, StandardCharsets.UTF_8);
    }
  }

  void write(StateOutput out) throws IOException {
    out.spend(objects(urls, textOctets));
    out.number(urls);
    out.number(textOctets);
    out.number(packed.length);
    out.octets(packed);
  }

  /// How many objects a block counts as in a state.
  private static int objects(int urls, int textOctets) {
    return urls + textOctets / TEXT_OCTETS_AN_OBJECT;
  }

  /// Reads what [#write] wrote, or any other octets. Checks the whole block, so that taking a URL
  /// later need not expect damage.
  static UrlBlock read(StateInput in) {
    int urls = in.number();
    int textOctets = in.number();
    if (urls < 1 || urls > MAX_URLS || textOctets > MAX_TEXT_OCTETS) {
      throw damage(urls + " URLs with " + textOctets + " octets");
    }
    in.spend(objects(urls, textOctets));
    var block = new UrlBlock(urls, textOctets, in.octets(in.count(1)));
    block.walk(
        new Taker() {
          @Override
          public void run(Text page, int depth) {
            // The walk itself is the check.
          }

          @Override
          public void url(Text url) {
            if (url.length == 0) {
              throw damage("an empty URL");
            }
          }
        });
    return block;
  }

  private static IllegalArgumentException damage(String what) {
    return new IllegalArgumentException("a block of waiting URLs with " + what);
  }
}
