package dev.sojourn.agent;

import java.util.List;
import java.util.Optional;

/// A page of which only what the frontier looks at is of interest.
record PageStub(
    String url, String digest, List<Link> links, Directives directives, Optional<String> canonical)
    implements Page {

  PageStub withCanonical(String canonicalUrl) {
    return new PageStub(url, digest, links, directives, Optional.of(canonicalUrl));
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
