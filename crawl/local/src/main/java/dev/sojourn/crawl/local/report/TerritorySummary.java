package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.plan.PlannedTerritory;
import dev.sojourn.robots.Route;
import java.util.Locale;
import java.util.stream.Collectors;

/// The summary of a territory.
///
/// @param site the origin
/// @param path its path prefixes in one line
/// @param route by robots.txt; in JSON a host URL, `none`, `unspecified` or `indeterminate`
/// @param line the number of the deciding robots.txt line, 0 if there is none
/// @param crawled how it was crawled
/// @param state its status; in an interrupted crawl, its stage
/// @param reason why its host was given up or why it is not complete; empty if neither applies
/// @param pages pages read by the visits that count
/// @param findings findings that count
/// @param wireBytes bytes on the wire in both directions, for all its visits, including lost ones
/// @param hostBytes the share of `wireBytes` to and from hosts, even if the territory is `classic`
///   because its host was lost; omitted from JSON
/// @param classicBytes gzipped size of its page bodies, counted where they were read: the real or
///   estimated cost for a classic crawler
/// @param urls the pages that its visits requested, by outcome
/// @param part its place among the parts that are visited at the same time, such as `2 of 3`; empty
///   for a whole territory
public record TerritorySummary(
    String site,
    String path,
    @JsonSerialize(using = ToStringSerializer.class) Route route,
    int line,
    CrawlWay crawled,
    TerritoryStatus state,
    String reason,
    long pages,
    long findings,
    long wireBytes,
    @JsonIgnore long hostBytes,
    long classicBytes,
    PageCounts urls,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String part) {

  /// {@return its site and paths, with its place among the parts if it is a part}
  public String name() {
    return site + PlannedTerritory.name(path, part);
  }

  /// {@return this territory with the pages that its visits requested; in part if some of them
  /// failed}
  ///
  /// @param counts by outcome
  public TerritorySummary withUrls(PageCounts counts) {
    var status = state.withFailures(counts.failed());
    boolean isLess = status != state;
    var remark = isLess ? remark(counts) : "";
    return new TerritorySummary(
        site,
        path,
        route,
        line,
        crawled,
        status,
        reason.isEmpty() || remark.isEmpty() ? reason + remark : reason + " " + remark,
        pages,
        findings,
        wireBytes,
        hostBytes,
        classicBytes,
        counts,
        part);
  }

  private static String remark(PageCounts counts) {
    var kinds =
        counts.failures().stream()
            .map(kind -> kind.count() + " " + kind.outcome())
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%,d of %s could not be read (%s).",
        counts.failed(),
        Messages.count(counts.asked(), "page"),
        kinds);
  }
}
