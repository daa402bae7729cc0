package dev.sojourn.dispatcher.crawl;

import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.plan.Plan;
import java.util.List;

/// The sentences that a crawl notes. They are told by one thread at a time.
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
