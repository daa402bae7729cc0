package dev.sojourn.lab.report.svg;

/// The style sheet of charts. It has no character that XML escapes.
public final class SvgStyle {
  /// The colours of series on a light page, with a contrast to it of at least 3.
  public static final String LIGHT =
      "--c0: #1f6fc4; --c1: #c2570c; --c2: #1a7f4b; --c3: #8047b8; --c4: #c22c6e; --c5: #0d7c86;"
          + " --c6: #7a6427; --c7: #b3261e;";

  /// The colours of series on a dark page, with the same contrast.
  public static final String DARK =
      "--c0: #6ab0ff; --c1: #ff9d4d; --c2: #4fc98a; --c3: #c39bf2; --c4: #ff82b2; --c5: #4fd0dc;"
          + " --c6: #d0bd7f; --c7: #ff8a80;";

  /// The rules, for a page or a file that defines the colours.
  public static final String RULES =
      """
      svg text { fill: var(--ink); font: 13px system-ui, Arial, sans-serif; }
      svg .name { fill: var(--soft); }
      svg .label { font-weight: 600; }
      svg .grid { stroke: var(--rule); }
      svg .axis { stroke: var(--soft); }
      svg .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
      svg .other { fill: none; stroke: var(--soft); stroke-width: 1; stroke-opacity: 0.5; }
      svg .bar { stroke: var(--c0); fill: var(--c0); fill-opacity: 0.55; }
      svg .whisker { fill: none; stroke: var(--ink); stroke-width: 1.2; }
      svg .interval { fill: none; stroke: var(--ink); stroke-width: 5; stroke-opacity: 0.6; }
      svg .mark { stroke: var(--page); stroke-width: 0.8; }
      """
          + series();

  /// The colours of a separate file: dark text on a white page.
  static final String ON_PAPER =
      "svg { --page: #ffffff; --ink: #1c1f24; --soft: #5a616b; --rule: #c9ced6; background:"
          + " #ffffff; "
          + LIGHT
          + " }\n";

  private SvgStyle() {}

  private static String series() {
    var rules = new StringBuilder();
    for (int i = 0; i < SeriesMark.COLOURS; i++) {
      rules.append(
          """
          svg .line.s%1$d, svg .whisker.s%1$d, svg .interval.s%1$d { stroke: var(--c%1$d); }
          svg .mark.s%1$d { fill: var(--c%1$d); }
          """
              .formatted(i));
    }
    return rules.toString();
  }
}
