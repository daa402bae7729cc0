package dev.sojourn.visit;

import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.base.Digest;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.visit.content.Content;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Compares a page with the version that an agent knows.
///
/// @param known the known version; empty if the agent wants the page in any case
record UnchangedPageCheck(Optional<KnownPage> known) {

  /// {@return the validators for a conditional request; none if the known version is of another
  /// page}
  PageValidators condition(PageUrl at) {
    return known
        .filter(page -> page.print().isPresent() && page.own().equals(at.toString()))
        .map(KnownPage::validators)
        .orElse(PageValidators.NONE);
  }

  /// {@return whether a page equals the known version}
  ///
  /// @param url the URL of the page
  /// @param digest the digest of its body
  /// @param headers the headers, by lower-case name
  /// @param site the uses that robots.txt now states for the page
  boolean holds(PageUrl url, Digest digest, Map<String, List<String>> headers, PageUsage site) {
    return known.isPresent()
        && known.get().print().isPresent()
        && known.get().own().equals(url.toString())
        && known.get().print().get().equals(print(digest, headers, site));
  }

  /// {@return whether an answer without a body confirms the known version} Fields with rules for
  /// robots may change while the body stays the same, and the answer may contain the new fields.
  /// The uses stated in robots.txt are not part of the answer.
  ///
  /// @param site the uses that robots.txt now states for the page
  boolean holds(Content.NotModified answer, PageUsage site) {
    return known
        .flatMap(KnownPage::print)
        .filter(print -> print.robots() == PagePrint.robotsOf(fields(answer.headers()), site))
        .isPresent();
  }

  /// {@return the fingerprint of a page}
  ///
  /// @param headers the headers, by lower-case name
  /// @param site the uses that robots.txt states for the page
  static PagePrint print(Digest digest, Map<String, List<String>> headers, PageUsage site) {
    return PagePrint.of(digest.hex(), fields(headers), site);
  }

  /// {@return the record of a page's body, for later comparisons}
  ///
  /// @param keepsValidators whether the validators of the answer are also recorded
  static PageRecord.Body body(
      String mediaType, PageReply.Content content, PagePrint print, boolean keepsValidators) {
    var fields = fields(content.headers());
    var held =
        keepsValidators
            ? new PageValidators(first(fields, "ETag"), first(fields, "Last-Modified"))
            : PageValidators.NONE;
    return new PageRecord.Body(
        mediaType,
        content.sizeBytes(),
        print.bodyDigits(),
        false,
        print.fields(),
        held.etag(),
        held.lastModified());
  }

  private static Optional<String> first(Function<String, List<String>> fields, String name) {
    return fields.apply(name).stream().findFirst();
  }

  private static Function<String, List<String>> fields(Map<String, List<String>> headers) {
    return name -> headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
  }
}
