package dev.sojourn.sandbox;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PageUsage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A desk that gives pages ahead, and has another site from the moment on at which they are asked
/// for. It keeps all that it hears, as a [RecordingServices] does. Used by the visit's thread.
final class EarlyServices implements VisitServices {
  final RecordingServices noted;
  final List<String> given = new ArrayList<>();
  private final Function<PageUrl, PageReply> early;
  private final Deque<PageUrl> upcoming = new ArrayDeque<>();
  private final Map<PageUrl, PageReply> read = new HashMap<>();

  /// @param early the site as it is when pages are given ahead
  /// @param late the reply when a page is asked for, from that which was given ahead or would be
  EarlyServices(Function<PageUrl, PageReply> early, Function<PageReply, PageReply> late) {
    this.early = early;
    this.noted = new RecordingServices(url -> late.apply(read.computeIfAbsent(url, early)));
  }

  @Override
  public PageReply page(PageRequest request) {
    upcoming.addAll(request.next().urls());
    return noted.page(request);
  }

  @Override
  public Optional<PageReply.Content> ahead(int mostBytes) {
    while (!upcoming.isEmpty()) {
      var url = upcoming.remove();
      if (read.computeIfAbsent(url, early) instanceof PageReply.Content page
          && page.body().length <= mostBytes) {
        given.add(url.toString());
        return Optional.of(page);
      }
    }
    return Optional.empty();
  }

  @Override
  public PageUsage usage(PageUrl url) {
    return noted.usage(url);
  }

  @Override
  public void noindex() {
    noted.noindex();
  }

  @Override
  public void finding(byte[] json) {
    noted.finding(json);
  }

  @Override
  public void refer(PageUrl url) {
    noted.refer(url);
  }

  @Override
  public void log(String line) {
    noted.log(line);
  }

  @Override
  public void checkpoint(byte[] state, VisitSpending spent) {
    noted.checkpoint(state, spent);
  }
}
