package dev.sojourn.corpus;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Views of pages that no honest reader makes, and an honest agent that gets them and asks for all
/// that a page says.
///
/// A page view is refused before the agent sees the page, which is missing then. The elements are
/// checked when the agent asks for them, and the visit fails.
final class ViewAttacks {
  static final String AGENT = "guest.views.Asker";

  private static final String FAMILY = "views";

  /// The source of the agent.
  static final Map<String, String> SOURCES =
      Map.of(
          AGENT,
          """
          package guest.views;
          import dev.sojourn.agent.*;
          import dev.sojourn.agent.page.*;
          import java.util.*;
          public class Asker implements Agent {
            public Next visit(Visit visit) {
              switch (visit.fetch(visit.starts().get(0))) {
                case Page page -> read(visit, page);
                case Fetched.Missing missing -> visit.log("missing: " + missing.reason());
                case Fetched.Refused refused -> visit.log("refused: " + refused.reason());
                case Fetched.Unchanged unchanged -> visit.log("unchanged");
                case Fetched.OutOfScope out -> visit.log("out of scope");
              }
              return Next.done();
            }
            static void read(Visit visit, Page page) {
              visit.log(page.title());
              int said = page.text().length() + page.headings().size() + page.feeds().size()
                  + page.metas().size() + page.structuredData().size() + page.canonical().hashCode()
                  + page.language().hashCode() + page.usage().hashCode()
                  + page.directives().hashCode() + page.contentType().length();
              var links = page.links();
              visit.log("read " + links.size() + " links, shortened " + page.shortened() + said);
              if (!page.shortened().contains(PagePart.MARKUP)) { walk(visit, page); }
              for (Link link : links.subList(0, Math.min(20, links.size()))) {
                if (link.url().startsWith("http") && visit.fetch(link.url()) instanceof Page other) {
                  visit.log(other.title() + other.body());
                }
              }
            }
            static void walk(Visit visit, Page page) {
              var tree = page.tree();
              int said = page.linkContexts().size() + tree.targets().size();
              for (var element : tree.select("p > b:nth-child(2), [x] a, b")) {
                said += element.name().length() + element.attributes().size();
              }
              said += tree.root().map(root -> root.text().length()).orElse(0);
              visit.log("walked " + tree.size() + " elements" + said);
            }
          }
          """);

  /// The sections of a page view, in their order.
  private static final List<String> SECTIONS =
      List.of(
          "media type",
          "charset",
          "reason",
          "title",
          "text",
          "language",
          "canonical URL",
          "headings",
          "structured data",
          "feeds",
          "licences",
          "links",
          "metas",
          "named metas");

  private static final int TITLE = 3;
  private static final int LANGUAGE = 5;
  private static final int FIRST_LIST = 7;
  private static final int SCRIPTS = 8;
  private static final int LINKS = 11;
  private static final int METAS = 12;
  private static final int HUGE = Integer.MAX_VALUE;

  private final List<CorpusAttack> attacks = new ArrayList<>();
  private final byte[] jar;

  private ViewAttacks(byte[] jar) {
    this.jar = jar;
  }

  static List<CorpusAttack> of(Map<String, byte[]> agent) {
    var all = new ViewAttacks(Jars.of(agent));
    all.heads();
    all.cuts();
    all.lengths();
    all.counts();
    all.strange();
    all.attacks.addAll(TreeAttacks.of(all.jar));
    return all.attacks;
  }

  /// A page with a script for its reader.
  static CorpusAttack page(AttackTable.Row row, Map<String, byte[]> agent) {
    var script = row.body().lines().map(String::strip).collect(Collectors.joining("\n"));
    return CorpusAttack.of(
        row,
        AGENT,
        Jars.of(agent),
        Optional.of((TakenReader.MARK + script).getBytes(StandardCharsets.UTF_8)));
  }

  /// @param fragment a part of the refusal, or of the agent's log if it gets the page
  private void add(String name, String fragment, byte[] view) {
    attacks.add(
        new CorpusAttack(
            "view", FAMILY, name, "finished", "", fragment, AGENT, jar, Optional.of(view)));
  }

  private void add(String name, String fragment, ForgedOctets view) {
    add(name, fragment, view.toArray());
  }

  private void heads() {
    for (int version : new int[] {0, 1, 3, 0xff}) {
      add("is of version " + version, "another format", head(0, version));
    }
    add("counts less than nothing with gzip", "negative count", head(4, 0x80));
    add("counts less than no long links", "negative count", head(12, 0x80));
    add("counts less than no links with users", "negative count", head(16, 0x80));
    add("names a part that no page has", "negative count", head(2, 2));
  }

  /// Returns an honest view with another octet in its head.
  private static byte[] head(int at, int octet) {
    var view = honest().toArray();
    view[at] = (byte) octet;
    return view;
  }

  private void cuts() {
    var view = upTo(0);
    for (int section = 0; section < SECTIONS.size(); section++) {
      var name = SECTIONS.get(section);
      if (section > 0) {
        add("ends before its " + name, "ends too early", view.toArray());
      }
      one(section, view);
      add("ends within its " + name, "expected: at most", cut(view.toArray()));
    }
    add("goes on after its end", "octets after its end", honest().octets(0));
  }

  private static byte[] cut(byte[] whole) {
    return Arrays.copyOf(whole, whole.length - 1);
  }

  private void lengths() {
    for (int length : new int[] {-1, Integer.MIN_VALUE, 5_000, HUGE}) {
      var said = "a length of " + length;
      add("has a title of " + length + " octets", said, title(length, "title"));
      var links = upTo(LINKS).int32(length).int32(0);
      add("has links of " + length + " octets", said, after(LINKS, links));
      var url = upTo(LINKS).int32(13).int32(1).octets(0).int32(length).int32(0);
      add("has a URL of " + length + " octets", said, after(LINKS, url));
    }
    var next = upTo(LINKS).int32(15).int32(1).octets(0).int32(2).octets('u').text("x");
    add("has a URL that reaches into its text", "a length of", after(LINKS, next));
    var beyond = upTo(METAS).int32(12).int32(1).text("").int32(8);
    add("has a meta that reaches into the next list", "a length of 8", after(METAS, beyond));
    var shorter = upTo(LINKS).int32(14).int32(0).zeros(10);
    add("has links that end before their list", "at another place", after(LINKS, shorter));
    add("has a list too short for a count", "without a count", after(LINKS, upTo(LINKS).int32(0)));
    add("has a longer language than any", "LANGUAGE of 65", longText(LANGUAGE, 65));
    add("has a longer title than any", "TITLE of", longText(TITLE, 3 * (64 << 10) + 1));
  }

  private void counts() {
    for (int count : new int[] {-1, Integer.MIN_VALUE, 100_001, HUGE}) {
      var links = upTo(LINKS).int32(4).int32(count);
      add("counts " + count + " links", "LINKS of " + count, after(LINKS, links));
    }
    var missing = upTo(LINKS).int32(4).int32(100_000);
    add("counts more links than it has", "ends too early", after(LINKS, missing));
    add("has a million links", "LINKS of 1000000", items(LINKS, 1_000_000, 9));
    add("has a thousand and one scripts", "STRUCTURED_DATA of 1001", items(SCRIPTS, 1_001, 4));
    add("has as many links as a page may have", "read 100000 links", items(LINKS, 100_000, 9));
  }

  private void strange() {
    for (var octets : List.of("80", "c0af", "eda080", "f4908080", "ff")) {
      var view = upTo(TITLE).int32(octets.length() / 2);
      for (int i = 0; i < octets.length(); i += 2) {
        view.octets(Integer.parseInt(octets.substring(i, i + 2), 16));
      }
      add("has a title of the octets " + octets, "\ufffd", after(TITLE, view));
    }
    add("has a title with terminal codes", "[2J", longText(TITLE, "\u001b[2J\nroot"));
    add("says nothing at all", "read 0 links", honest());
  }

  private static ForgedOctets title(int length, String text) {
    return after(TITLE, upTo(TITLE).int32(length).octets(text.chars().toArray()));
  }

  private static ForgedOctets longText(int section, int chars) {
    return longText(section, "e".repeat(chars));
  }

  private static ForgedOctets longText(int section, String text) {
    return after(section, upTo(section).text(text));
  }

  /// Returns a view with many empty items in one list.
  private static ForgedOctets items(int section, int count, int itemBytes) {
    var view = upTo(section).int32(4 + count * itemBytes).int32(count).zeros(count * itemBytes);
    return after(section, view);
  }

  private static ForgedOctets honest() {
    return after(-1, upTo(0));
  }

  /// Begins a view of an empty page, up to a section.
  private static ForgedOctets upTo(int end) {
    var view = new ForgedOctets().octets(2, 1).zeros(18);
    for (int section = 0; section < end; section++) {
      empty(section, view);
    }
    return view;
  }

  /// Continues a view of an empty page after a section.
  private static ForgedOctets after(int before, ForgedOctets view) {
    for (int section = before + 1; section < SECTIONS.size(); section++) {
      empty(section, view);
    }
    return view;
  }

  private static void empty(int section, ForgedOctets view) {
    if (section == 0) {
      view.text("text/html");
    } else if (section < FIRST_LIST) {
      view.int32(0);
    } else {
      view.int32(4).int32(0);
    }
  }

  /// Writes a section that says something.
  private static void one(int section, ForgedOctets view) {
    if (section == 0) {
      view.text("m".repeat(200));
    } else if (section < FIRST_LIST) {
      view.text("text");
    } else if (section == LINKS) {
      view.int32(15).int32(1).octets(0).text("u").text("x");
    } else if (section < METAS) {
      view.int32(9).int32(1).text("x");
    } else {
      view.int32(14).int32(1).text("n").text("x");
    }
  }
}
