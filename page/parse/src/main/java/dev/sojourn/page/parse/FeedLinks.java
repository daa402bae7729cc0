package dev.sojourn.page.parse;

import dev.sojourn.agent.PageUrl;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.select.NodeVisitor;

/// The pages that the entries of a feed name, in RSS, RSS 1.0 and Atom. For any other file, only
/// the beginning is read.
///
/// Names of elements are compared in lower case. Within an entry only its children count, since
/// extensions nest other elements with the same names.
final class FeedLinks implements NodeVisitor {
  private static final Set<String> TYPES =
      Set.of(
          "application/rss+xml",
          "application/atom+xml",
          "application/rdf+xml",
          "application/xml",
          "text/xml");

  /// The most characters, such as those of comments, before the first element.
  private static final int MAX_PROLOG_CHARS = 64 << 10;

  private final Form form;
  private final String prefix;
  private final ReferenceResolver resolver;
  private final PageLinks links;
  private final WorkMeter meter;

  /// The forms of feeds.
  private enum Form {
    RSS("rss", "item"),
    RDF("rdf", "item"),
    ATOM("feed", "entry");

    private final String root;
    private final String entry;

    Form(String root, String entry) {
      this.root = root;
      this.entry = entry;
    }
  }

  private FeedLinks(
      Form form, String prefix, ReferenceResolver resolver, PageLinks links, WorkMeter meter) {
    this.form = form;
    this.prefix = prefix;
    this.resolver = resolver;
    this.links = links;
    this.meter = meter;
  }

  /// {@return whether a file of this type may be a feed}
  ///
  /// @param mediaType in lower case
  static boolean isLikely(String mediaType) {
    return TYPES.contains(mediaType);
  }

  /// Adds the pages that a file names.
  ///
  /// @param source the text of the file
  /// @param url the URL of the file, the base of its references
  /// @param links receives the pages
  /// @param meter counts the work
  /// @return whether the whole file was read
  static boolean add(String source, PageUrl url, PageLinks links, WorkMeter meter) {
    var root = root(source);
    var form = Arrays.stream(Form.values()).filter(f -> f.root.equals(name(root))).findFirst();
    if (form.isEmpty()) {
      return true;
    }
    var parsed = MarkupParser.parse(source, MarkupParser.Form.XML, meter);
    var resolver = ReferenceResolver.ofFields(url);
    parsed.document().traverse(new FeedLinks(form.get(), prefix(root), resolver, links, meter));
    return parsed.isWhole();
  }

  /// Returns the name of the first element, in lower case; empty without an element.
  private static String root(String source) {
    var prolog = source.substring(0, Math.min(source.length(), MAX_PROLOG_CHARS));
    int at = prolog.indexOf('<');
    while (at >= 0) {
      if (!prolog.startsWith("?", at + 1) && !prolog.startsWith("!", at + 1)) {
        int end = SourceScan.skipUntil(prolog, " \t\r\n/>", at + 1);
        return prolog.substring(at + 1, end).toLowerCase(Locale.ROOT);
      }
      int end = prolog.indexOf(prolog.startsWith("<!--", at) ? "-->" : ">", at);
      at = end < 0 ? -1 : prolog.indexOf('<', end);
    }
    return "";
  }

  private static String prefix(String tagName) {
    return tagName.substring(0, tagName.indexOf(':') + 1);
  }

  private static String name(String tagName) {
    return tagName.substring(tagName.indexOf(':') + 1);
  }

  @Override
  public void head(Node node, int depth) {
    meter.node();
    if (node instanceof Element element && is(element, form.entry)) {
      entry(element).ifPresent(page -> links.add(resolver, page, false, () -> ""));
    }
  }

  /// Whether an element has this name and belongs to the form itself. Extensions have other
  /// prefixes.
  private boolean is(Element element, String name) {
    var tagName = element.normalName();
    return name(tagName).equals(name) && (form == Form.RDF || prefix(tagName).equals(prefix));
  }

  /// Returns the reference to the page of an entry.
  private Optional<String> entry(Element entry) {
    for (var child = entry.firstElementChild(); child != null; ) {
      meter.node();
      if (is(child, "link")) {
        var reference = form == Form.ATOM ? alternate(child) : text(child);
        if (reference.isPresent()) {
          return reference;
        }
      }
      child = child.nextElementSibling();
    }
    return switch (form) {
      case RSS -> permanentLink(entry);
      case RDF -> attribute(entry, "rdf:about");
      case ATOM -> Optional.empty();
    };
  }

  /// Returns the reference of a link of Atom, if the link leads to the page. An entry also links to
  /// itself and to its files.
  private Optional<String> alternate(Element link) {
    var relations = ElementScan.relations(link, meter);
    return relations.isEmpty() || relations.contains("alternate")
        ? attribute(link, "href")
        : Optional.empty();
  }

  private Optional<String> permanentLink(Element item) {
    for (var child = item.firstElementChild(); child != null; ) {
      meter.node();
      if (child.normalName().equals("guid") && !child.attr("isPermaLink").equals("false")) {
        return text(child).filter(text -> text.startsWith("http"));
      }
      child = child.nextElementSibling();
    }
    return Optional.empty();
  }

  private Optional<String> text(Element element) {
    return Optional.of(TextScan.own(element, ReferenceResolver.MAX_CHARS, meter).strip())
        .filter(text -> !text.isEmpty());
  }

  private static Optional<String> attribute(Element element, String name) {
    return Optional.of(element.attr(name).strip()).filter(text -> !text.isEmpty());
  }
}
