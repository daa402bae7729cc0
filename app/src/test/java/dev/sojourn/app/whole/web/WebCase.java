package dev.sojourn.app.whole.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A kind of page or answer on the web, and its one right consequence. The start page links to its
/// pages; its targets are reached by other ways, or never.
public final class WebCase {
  private final String family;
  private final String says;
  private final String standard;
  private final Map<String, Answer> answers = new LinkedHashMap<>();
  private final List<String> links = new ArrayList<>();
  private final List<Right> rights = new ArrayList<>();
  private String start = "";
  private Optional<Answer> otherwise = Optional.empty();
  private boolean isAlone;

  private WebCase(String family, String says, String standard) {
    this.family = family;
    this.says = says;
    this.standard = standard;
  }

  /// A case without pages.
  ///
  /// @param family of cases; the cases of a family share a site
  /// @param says the right consequence, as a sentence
  /// @param standard the place that says so
  static WebCase of(String family, String says, String standard) {
    return new WebCase(family, says, standard);
  }

  /// Adds a page to which the start page links.
  ///
  /// @param name a path relative to the start page, or one that begins with a slash
  WebCase page(String name, Answer answer) {
    links.add(name);
    return on(name, answer);
  }

  /// Adds an answer without a link to it.
  WebCase on(String name, Answer answer) {
    answers.put(name, answer);
    return this;
  }

  /// Adds plain pages without links to them.
  WebCase targets(String... names) {
    for (var name : names) {
      on(name, Answer.titled(name, "<p>The page " + name + " below {at}."));
    }
    return this;
  }

  /// Sets the answer to all other requests on a site of its own, except `robots.txt`.
  WebCase otherwise(Answer answer) {
    otherwise = Optional.of(answer);
    return this;
  }

  /// Sets the text of the start page beside its links.
  WebCase start(String html) {
    start = html;
    return this;
  }

  /// Gives the case a site of its own, whose root is its start page.
  WebCase alone() {
    isAlone = true;
    return this;
  }

  /// Adds a condition.
  WebCase holds(Right... more) {
    rights.addAll(Arrays.asList(more));
    return this;
  }

  /// {@return the family of the case}
  public String family() {
    return family;
  }

  /// {@return whether it has a site of its own}
  public boolean isAlone() {
    return isAlone;
  }

  /// Puts its pages on a site.
  ///
  /// @param prefix of its paths, which ends with a slash
  public void putOn(RawSite site, String prefix) {
    var anchors = new StringBuilder();
    for (var link : links) {
      anchors.append("<a href=\"").append(link).append("\">to</a> ");
    }
    if (!answers.containsKey("")) {
      site.on(prefix, Answer.titled(family + ": " + says, "<p>Start. " + start + anchors));
    }
    otherwise.ifPresent(
        answer -> site.otherwise(answer).on("/robots.txt", Answer.of(404, "no rules")));
    answers.forEach((name, answer) -> site.on(name.startsWith("/") ? name : prefix + name, answer));
  }

  /// Throws an [AssertionError] if a condition does not hold.
  public void check(CaseResult result) {
    for (var right : rights) {
      right.holdsFor(result);
    }
  }

  @Override
  public String toString() {
    return family + ": " + says + " (" + standard + ")";
  }
}
