package dev.sojourn.dispatcher.crawl;

import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.plan.PartitionWish;
import dev.sojourn.dispatcher.crawl.CrawlSettings.Hosts;
import dev.sojourn.dispatcher.crawl.CrawlSettings.Retries;
import dev.sojourn.dispatcher.crawl.CrawlSettings.Sites;
import dev.sojourn.fetch.site.FetchLimits;
import dev.sojourn.fetch.site.Politeness;
import java.time.Duration;
import java.util.Optional;

/// Settings of a crawl that differ from others in one thing.
final class TestSettings {
  private TestSettings() {}

  static CrawlSettings withPatience(CrawlSettings all, Duration other) {
    var usual = all.retries();
    var retries = new Retries(other, usual.attempts(), usual.delay());
    return new CrawlSettings(
        retries, all.hosts(), all.sites(), all.budget(), all.sandbox(), all.isIndexed());
  }

  private static CrawlSettings with(CrawlSettings all, Hosts hosts) {
    return new CrawlSettings(
        all.retries(), hosts, all.sites(), all.budget(), all.sandbox(), all.isIndexed());
  }

  static CrawlSettings withMaxWait(CrawlSettings all, Duration other) {
    var old = all.hosts();
    return with(
        all, new Hosts(old.client(), Optional.of(other), old.isPlainAllowed(), old.partition()));
  }

  static CrawlSettings withPartition(CrawlSettings all, PartitionWish wish) {
    var old = all.hosts();
    return with(
        all, new Hosts(old.client(), old.maxWait(), old.isPlainAllowed(), Optional.of(wish)));
  }

  static CrawlSettings withAnswers(CrawlSettings all, ClientSettings ofHosts, FetchLimits ofSites) {
    var old = all.hosts();
    var hosts = new Hosts(ofHosts, old.maxWait(), old.isPlainAllowed(), old.partition());
    var sites = all.sites();
    return with(all, hosts)
        .with(
            new Sites(
                ofSites,
                sites.politeness(),
                sites.connections(),
                sites.isHttp1Only(),
                sites.authorities(),
                sites.readsSitemaps()));
  }

  static CrawlSettings withAuthorities(CrawlSettings all, TlsAuthorities others) {
    return withAnswers(all, all.hosts().client().withAuthorities(others), all.sites().limits());
  }

  static CrawlSettings withPoliteness(CrawlSettings all, Politeness other) {
    var old = all.sites();
    return all.with(
        new Sites(
            old.limits(),
            Optional.of(other),
            old.connections(),
            old.isHttp1Only(),
            old.authorities(),
            old.readsSitemaps()));
  }

  static CrawlSettings withConnections(CrawlSettings all, int other) {
    var old = all.sites();
    return all.with(
        new Sites(
            old.limits(),
            old.politeness(),
            Optional.of(other),
            old.isHttp1Only(),
            old.authorities(),
            old.readsSitemaps()));
  }

  static CrawlSettings withoutHttp2(CrawlSettings all) {
    var old = all.sites();
    return all.with(
        new Sites(
            old.limits(),
            old.politeness(),
            old.connections(),
            true,
            old.authorities(),
            old.readsSitemaps()));
  }

  static CrawlSettings withoutSitemaps(CrawlSettings all) {
    var old = all.sites();
    return all.with(
        new Sites(
            old.limits(),
            old.politeness(),
            old.connections(),
            old.isHttp1Only(),
            old.authorities(),
            false));
  }

  static CrawlSettings withSiteAuthorities(CrawlSettings all, TlsAuthorities others) {
    var old = all.sites();
    return all.with(
        new Sites(
            old.limits(),
            old.politeness(),
            old.connections(),
            old.isHttp1Only(),
            Optional.of(others),
            old.readsSitemaps()));
  }

  static CrawlSettings withAllowance(CrawlSettings all, Allowance other) {
    return new CrawlSettings(
        all.retries(),
        all.hosts(),
        all.sites(),
        new CrawlSettings.Budget(other, all.budget().maxVisits()),
        all.sandbox(),
        all.isIndexed());
  }

  static CrawlSettings withoutIndex(CrawlSettings all) {
    return new CrawlSettings(
        all.retries(), all.hosts(), all.sites(), all.budget(), all.sandbox(), false);
  }
}
