package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.crawl.local.report.FollowEvent;
import dev.sojourn.crawl.plan.Plan;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/// Shows a crawl on a terminal: the totals and the active territories. It redraws them four times a
/// second, and at once when the window is resized. It prints permanent lines above them.
final class LiveRenderer implements Renderer {
  private static final Duration EVERY = Duration.ofMillis(250);

  private final PrintWriter out;
  private final LiveBlock block;
  private final Supplier<List<DisplayLine>> lines;
  private boolean isOver;

  /// @param lines returns the present lines
  LiveRenderer(PrintWriter out, LiveBlock block, Supplier<List<DisplayLine>> lines) {
    this.out = out;
    this.block = block;
    this.lines = lines;
  }

  @Override
  public Duration every() {
    return EVERY;
  }

  @Override
  public void look() {
    if (!isOver) {
      block.draw(lines.get());
    }
  }

  @Override
  public void planned(Plan plan) {
    if (!PlanText.isPlain(plan)) {
      block.erase();
      PlanText.print(plan, out);
      look();
    }
  }

  @Override
  public void noted(String sentence) {
    block.erase();
    out.println(sentence);
    look();
  }

  @Override
  public void followed(FollowEvent event) {
    if (FollowText.isNews(event)) {
      noted(FollowText.line(event));
    }
  }

  @Override
  public void end() {
    block.erase();
    isOver = true;
  }
}
