package dev.sojourn.lab.sandbox;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.sandbox.VisitServices;
import dev.sojourn.sandbox.VisitSpending;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A desk that serves one page under every URL, hands on the agent's lines, and keeps nothing.
///
/// @param pages gives the answer to each request
/// @param lines takes each line
record SilentDesk(Supplier<PageReply> pages, Consumer<String> lines) implements VisitServices {
  @Override
  public PageReply page(PageRequest request) {
    return pages.get();
  }

  /// The agents of the lab read no part of a page beyond its view.
  @Override
  public Optional<byte[]> detail(PageDetail detail) {
    return Optional.empty();
  }

  @Override
  public void finding(byte[] json) {
    // Not kept.
  }

  @Override
  public void refer(PageUrl url) {
    // Not kept.
  }

  @Override
  public void log(String line) {
    lines.accept(line);
  }

  @Override
  public void checkpoint(byte[] state, VisitSpending spent) {
    // Not kept.
  }
}
