package dev.sojourn.samples;

import dev.sojourn.agent.Directives;
import dev.sojourn.agent.Link;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.agent.tree.PageTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A page written down in a test: what it links to, what it asks for, and its text, from which
/// everything else follows.
public record TestPage(
    String url,
    String text,
    List<Link> links,
    Set<String> rules,
    String contentType,
    PageUsage usage,
    List<String> feeds,
    PageTree tree)
    implements Page {

  public static TestPage html(String url, String text, String... links) {
    var found = new ArrayList<Link>();
    for (var link : links) {
      found.add(new Link(link, "", false));
    }
    return new TestPage(
        url, text, found, Set.of(), "text/html", PageUsage.NONE, List.of(), PageTree.EMPTY);
  }

  public TestPage asking(String... asked) {
    return new TestPage(url, text, links, Set.of(asked), contentType, usage, feeds, tree);
  }

  TestPage stating(PageUsage stated) {
    return new TestPage(url, text, links, rules, contentType, stated, feeds, tree);
  }

  TestPage naming(String... feed) {
    return new TestPage(url, text, links, rules, contentType, usage, List.of(feed), tree);
  }

  public TestPage as(String type) {
    return new TestPage(url, text, links, rules, type, usage, feeds, tree);
  }

  public TestPage having(PageTree elements) {
    return new TestPage(url, text, links, rules, contentType, usage, feeds, elements);
  }

  TestPage withNofollowLink(String link) {
    var more = new ArrayList<>(links);
    more.add(new Link(link, "", true));
    return new TestPage(url, text, more, rules, contentType, usage, feeds, tree);
  }

  @Override
  public int status() {
    return 200;
  }

  @Override
  public Optional<String> header(String name) {
    return Optional.empty();
  }

  @Override
  public boolean isHtml() {
    return contentType.equals("text/html");
  }

  @Override
  public int sizeBytes() {
    return text.length();
  }

  @Override
  public String digest() {
    return text;
  }

  @Override
  public String body() {
    return text;
  }

  @Override
  public String title() {
    return "Title of " + text;
  }

  @Override
  public List<String> headings() {
    return List.of("Heading of " + text);
  }

  @Override
  public Optional<String> language() {
    return Optional.of("en");
  }

  @Override
  public Directives directives() {
    return new Directives(new HashSet<>(rules));
  }
}
