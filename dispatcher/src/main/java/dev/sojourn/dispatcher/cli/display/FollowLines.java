package dev.sojourn.dispatcher.cli.display;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.FollowEvent;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.plan.Plan;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/// Prints each event of a crawl that follows its sites as one line of JSON, and shows the crawl
/// besides.
///
/// @param display that shows it
/// @param out standard output
public record FollowLines(CrawlListener display, PrintWriter out) implements CrawlListener {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public void begun(int sites) {
    display.begun(sites);
  }

  @Override
  public void unreached(String origin) {
    display.unreached(origin);
  }

  @Override
  public void planned(Plan plan) {
    display.planned(plan);
  }

  @Override
  public void sitemaps(String origin, boolean isReading) {
    display.sitemaps(origin, isReading);
  }

  @Override
  public void changed(TerritoryProgress territory) {
    display.changed(territory);
  }

  @Override
  public void noted(String sentence) {
    display.noted(sentence);
  }

  @Override
  public void followed(FollowEvent event) {
    print(out, event);
    display.followed(event);
  }

  /// Prints an object as one line.
  ///
  /// @param out gets the text
  /// @param object with accessors
  public static void print(PrintWriter out, Object object) {
    try {
      out.println(JSON.writeValueAsString(object));
      out.flush();
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
