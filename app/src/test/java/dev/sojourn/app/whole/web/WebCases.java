package dev.sojourn.app.whole.web;

import java.util.List;
import java.util.stream.Stream;

/// All cases of the web.
public final class WebCases {
  private WebCases() {}

  /// {@return them, made anew, in their order}
  public static List<WebCase> all() {
    return Stream.of(
            CharsetCases.all(),
            HeadCases.all(),
            LinkCases.all(),
            AnswerCases.all(),
            SiteFileCases.all())
        .flatMap(List::stream)
        .toList();
  }
}
