package dev.sojourn.app.whole.web;

/// The outcome of a crawl for the site of a case.
///
/// @param site of the case
/// @param prefix of its pages, which ends with a slash
/// @param files of the crawl
public record CaseResult(RawSite site, String prefix, CrawlFiles files) {

  /// {@return the target of a page by its name}
  String target(String name) {
    return name.startsWith("/") ? name : prefix + name;
  }

  /// {@return the URL of a page by its name}
  String url(String name) {
    return site.origin() + target(name);
  }
}
