package dev.sojourn.agent;

import dev.sojourn.agent.page.PagePart;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A page that has only what the frontier looks at.
record PageStub(
    String url,
    String digest,
    List<Link> links,
    Directives directives,
    Optional<String> canonical,
    List<String> feeds,
    Set<PagePart> shortened)
    implements Page {

  PageStub(
      String url,
      String digest,
      List<Link> links,
      Directives directives,
      Optional<String> canonical) {
    this(url, digest, links, directives, canonical, List.of(), Set.of());
  }

  PageStub withCanonical(String canonicalUrl) {
    return new PageStub(url, digest, links, directives, Optional.of(canonicalUrl));
  }

  PageStub withFeeds(List<String> named) {
    return new PageStub(url, digest, links, directives, canonical, named, shortened);
  }

  PageStub inPart(PagePart... views) {
    return new PageStub(url, digest, links, directives, canonical, feeds, Set.of(views));
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
  public String contentType() {
    return "text/html";
  }

  @Override
  public boolean isHtml() {
    return true;
  }

  @Override
  public int sizeBytes() {
    return 0;
  }

  @Override
  public String body() {
    return "";
  }

  @Override
  public String title() {
    return "";
  }

  @Override
  public List<String> headings() {
    return List.of();
  }

  @Override
  public String text() {
    return "";
  }

  @Override
  public Optional<String> language() {
    return Optional.empty();
  }
}
