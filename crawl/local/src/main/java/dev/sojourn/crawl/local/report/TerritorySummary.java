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
/// @param line the number of the robots.txt line that decided, 0 if none did
/// @param crawled how it was crawled
/// @param state how it stands; of an interrupted crawl, its stage
/// @param reason why its host was given up, or why it is not complete; empty if neither is so
/// @param pages pages read by the visits that count
/// @param findings findings that count
/// @param wireBytes bytes on the wire, both ways, of all its visits, also of those that were lost
/// @param hostBytes those of `wireBytes` that went to and from hosts, also if the territory is
///   `classic` since its host was lost; JSON has no such member
/// @param classicBytes the bytes that the bodies of its pages cost, or would have cost, a classic
///   crawler: as gzip makes them, counted where they were read
/// @param urls the pages that its visits asked for, by outcome
/// @param part which one it is of the parts of a territory that several visits read at once, as `2
///   of 3`; empty for one that is whole
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

  /// {@return its site and paths, and which part of a territory it is}
  public String name() {
    return site + PlannedTerritory.name(path, part);
  }

  /// {@return this territory with the pages that its visits asked for; in part, if some of them
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
