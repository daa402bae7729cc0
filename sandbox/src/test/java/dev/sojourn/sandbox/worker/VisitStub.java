package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.KnownPages;
import dev.sojourn.agent.Visit;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;

/// A visit that begins with known pages, and does nothing.
public final class VisitStub {
  private VisitStub() {}

  /// {@return a visit without start URLs}
  ///
  /// @param known the pages that it brings
  public static Visit of(KnownPages known) {
    return (Visit)
        Proxy.newProxyInstance(
            Visit.class.getClassLoader(),
            new Class<?>[] {Visit.class},
            (_, method, _) ->
                switch (method.getName()) {
                  case "known" -> known;
                  case "now" -> Instant.EPOCH;
                  case "starts" -> List.of();
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
