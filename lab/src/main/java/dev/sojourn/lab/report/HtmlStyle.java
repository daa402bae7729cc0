package dev.sojourn.lab.report;

/// The style sheet of a report. It has no character that XML escapes, so the page is the same read
/// as HTML and as XML.
final class HtmlStyle {
  private HtmlStyle() {}

  /// The sheet. The colours of series keep a contrast of 3 or more to the page in both modes.
  static final String TEXT =
      """

      :root { color-scheme: light dark; --page: #ffffff; --ink: #1c1f24; --soft: #5a616b;
        --rule: #d9dde3; --faint: #f3f5f7; --warn: #9a3412; --c0: #1f6fc4; --c1: #c2570c;
        --c2: #1a7f4b; --c3: #8047b8; --c4: #c22c6e; --c5: #0d7c86; --c6: #7a6427; --c7: #b3261e; }
      @media (prefers-color-scheme: dark) {
        :root { --page: #14171b; --ink: #e6e9ed; --soft: #a3abb6; --rule: #343a43;
          --faint: #1d2127; --warn: #fdba74; --c0: #6ab0ff; --c1: #ff9d4d; --c2: #4fc98a;
          --c3: #c39bf2; --c4: #ff82b2; --c5: #4fd0dc; --c6: #d0bd7f; --c7: #ff8a80; } }
      * { box-sizing: border-box; }
      body { margin: 0 auto; padding: 24px 28px 48px; max-width: 940px; background: var(--page);
        color: var(--ink); font: 15px/1.5 system-ui, Arial, sans-serif;
        overflow-wrap: anywhere; }
      h1 { margin: 0 0 8px; font-size: 26px; line-height: 1.25; }
      h2 { margin: 40px 0 4px; font-size: 19px; line-height: 1.3; }
      p { margin: 4px 0; color: var(--soft); }
      .question { font-size: 18px; color: var(--ink); }
      .found { margin: 10px 0; padding: 10px 14px; border-left: 4px solid var(--c0);
        background: var(--faint); color: var(--ink); }
      .warning { color: var(--warn); font-weight: 600; }
      figure { margin: 10px 0 6px; }
      svg { display: block; width: 100%; height: auto; }
      svg text { fill: var(--ink); font: 12px system-ui, Arial, sans-serif; }
      svg .name { fill: var(--soft); }
      svg .grid { stroke: var(--rule); }
      svg .axis { stroke: var(--soft); }
      svg .leader { stroke: var(--soft); stroke-width: 0.6; }
      svg .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
      svg .whisker { fill: none; stroke-width: 1.4; }
      svg .mark { stroke: var(--page); stroke-width: 0.8; }
      """
          + series()
          + """
          .table { overflow-x: auto; }
          table { border-collapse: collapse; margin: 8px 0; font-size: 14px;
            font-variant-numeric: tabular-nums; }
          th, td { padding: 1px 18px 1px 0; border-bottom: 1px solid var(--rule); text-align: left;
            vertical-align: top; }
          th { color: var(--soft); font-weight: 600; overflow-wrap: normal; }
          .number { text-align: right; }
          td.number { white-space: nowrap; }
          .dense { font-size: 13px; }
          .dense th, .dense td { padding-right: 10px; }
          pre { margin: 8px 0; padding: 10px 14px; background: var(--faint); white-space: pre-wrap;
            font: 13px/1.45 ui-monospace, monospace; }
          @media print {
            :root { --page: #ffffff; --ink: #000000; --soft: #444444; --rule: #cccccc;
              --faint: #f3f5f7; --warn: #9a3412; --c0: #1f6fc4; --c1: #c2570c; --c2: #1a7f4b;
              --c3: #8047b8; --c4: #c22c6e; --c5: #0d7c86; --c6: #7a6427; --c7: #b3261e; }
            body { max-width: none; padding: 0; font-size: 10pt; }
            h2 { break-after: avoid; } figure, tr { break-inside: avoid; }
            h2 + p, figure { break-after: avoid; } }
          """;

  private static String series() {
    var rules = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      rules.append(
          """
          svg .line.s%1$d, svg .whisker.s%1$d { stroke: var(--c%1$d); }
          svg .mark.s%1$d { fill: var(--c%1$d); }
          """
              .formatted(i));
    }
    return rules.toString();
  }
}
