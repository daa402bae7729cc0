package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.dispatcher.core.Event;
import java.util.ArrayList;
import java.util.List;

/// The lines of a parcel, sorted by kind.
///
/// @param findings JSON objects
/// @param referrals URLs
record ParcelContent(List<String> findings, List<String> referrals) {
  ParcelContent {
    findings = List.copyOf(findings);
    referrals = List.copyOf(referrals);
  }

  static ParcelContent of(List<ParcelLine> lines) {
    var findings = new ArrayList<String>();
    var referrals = new ArrayList<String>();
    for (var line : lines) {
      switch (line) {
        case ParcelLine.Finding(var json) -> findings.add(json);
        case ParcelLine.Referral(var url) -> referrals.add(url);
        case ParcelLine.Log _ -> {}
      }
    }
    return new ParcelContent(findings, referrals);
  }

  /// The referrals that can matter to a crawl; a host may deliver any text as one.
  ///
  /// @param origins the sites of the crawl
  Event.Referred event(String agentId, List<String> origins) {
    var urls =
        referrals.stream()
            .flatMap(text -> PageUrl.parse(text).stream())
            .filter(url -> origins.contains(url.origin()))
            .map(PageUrl::toString)
            .distinct()
            .toList();
    return new Event.Referred(agentId, urls);
  }
}
