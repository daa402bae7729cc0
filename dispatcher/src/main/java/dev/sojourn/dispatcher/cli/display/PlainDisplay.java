package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.dispatcher.crawl.report.FollowEvent;
import dev.sojourn.dispatcher.crawl.report.TerritoryProgress;
import dev.sojourn.dispatcher.plan.Plan;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;

/// Shows a crawl line by line, for logs.
final class PlainDisplay implements CrawlDisplay {
  private final PrintWriter out;
  private final Map<String, String> states = new HashMap<>();

  PlainDisplay(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void planned(Plan plan) {
    PlanText.print(plan, out);
  }

  @Override
  public void changed(TerritoryProgress now) {
    var state = now.state() + " " + now.where();
    var before = states.put(now.site() + " " + now.number(), state);
    boolean isIdle = now.state().equals("waiting") || now.state().equals("untouched");
    if (!state.equals(before) && !isIdle) {
      out.println(TerritoryText.line(now));
      out.flush();
    }
  }

  @Override
  public void noted(String sentence) {
    out.println(sentence);
    out.flush();
  }

  @Override
  public void followed(FollowEvent event) {
    noted(FollowText.line(event));
  }

  @Override
  public void finish() {
    out.flush();
  }
}
