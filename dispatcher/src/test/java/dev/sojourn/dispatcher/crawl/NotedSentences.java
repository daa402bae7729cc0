package dev.sojourn.dispatcher.crawl;

import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.plan.Plan;
import java.util.List;

/// The sentences that a crawl notes. One thread at a time notes them.
record NotedSentences(List<String> sentences) implements CrawlListener {
  @Override
  public void planned(Plan plan) {}

  @Override
  public void changed(TerritoryProgress territory) {}

  @Override
  public void noted(String sentence) {
    sentences.add(sentence);
  }
}
