package dev.sojourn.samples;

import dev.sojourn.agent.Budget;
import dev.sojourn.agent.Fetched;
import dev.sojourn.agent.KnownPages;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.Visit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A visit to a site of a few pages held in memory.
public final class TestVisit implements Visit {
  private final Scope scope;
  private final List<String> starts;
  private final Map<String, TestPage> pages;
  public final List<String> fetched = new ArrayList<>();
  final Map<String, Integer> statuses = new HashMap<>();
  public final List<Record> findings = new ArrayList<>();
  final List<String> referrals = new ArrayList<>();
  int checkpoints;
  KnownPages known = KnownPages.NONE;
  PageChanges changes = new PageChanges.Unreported("No earlier visit.");

  public TestVisit(Scope scope, List<String> starts, TestPage... pages) {
    this.scope = scope;
    this.starts = starts;
    this.pages = Stream.of(pages).collect(Collectors.toMap(TestPage::url, Function.identity()));
  }

  @Override
  public List<String> starts() {
    return starts;
  }

  @Override
  public Scope scope() {
    return scope;
  }

  @Override
  public PageChanges changes() {
    return changes;
  }

  @Override
  public KnownPages known() {
    return known;
  }

  @Override
  public Fetched fetch(String url) {
    var normalised = PageUrl.parse(url).orElseThrow().toString();
    if (!scope.contains(normalised)) {
      refer(normalised);
      return new Fetched.OutOfScope(normalised);
    }
    fetched.add(normalised);
    var page = pages.get(normalised);
    int status = statuses.getOrDefault(normalised, 404);
    return page == null ? new Fetched.Missing(normalised, status, "There is no such page.") : page;
  }

  @Override
  public void report(Record finding) {
    findings.add(finding);
  }

  @Override
  public void refer(String url) {
    referrals.add(url);
  }

  @Override
  public void checkpoint() {
    checkpoints++;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(1), 1000, 1_000_000, 1000);
  }

  @Override
  public Instant now() {
    return Instant.EPOCH;
  }

  @Override
  public RandomGenerator random() {
    return new Random(1);
  }

  @Override
  public void log(String message) {}
}
