package dev.sojourn.lab.report;

import dev.sojourn.lab.report.svg.SvgStyle;

/// The style sheet of a report. It has no character that XML escapes, so HTML and XML parsers read
/// the same page.
final class HtmlStyle {
  private HtmlStyle() {}

  /// The sheet.
  static final String TEXT =
      """

      :root { color-scheme: light dark; --page: #ffffff; --ink: #1c1f24; --soft: #5a616b;
        --rule: #d9dde3; --faint: #f3f5f7; --warn: #9a3412;\
      """
          + SvgStyle.LIGHT
          + """
           }
          @media (prefers-color-scheme: dark) {
            :root { --page: #14171b; --ink: #e6e9ed; --soft: #a3abb6; --rule: #343a43;
              --faint: #1d2127; --warn: #fdba74;\
          """
          + SvgStyle.DARK
          + """
           } }
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
          svg { display: block; width: 100%; max-width: 520px; height: auto; }
          """
          + SvgStyle.RULES
          + """
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
          @media (max-width: 600px) {
            body { padding: 16px 12px 32px; }
            table, tbody { display: block; } thead { display: none; }
            tr { display: block; padding: 4px 0; border-bottom: 2px solid var(--rule); }
            td, .dense td { display: flex; justify-content: space-between; gap: 16px; padding: 1px 0;
              border: 0; text-align: right; }
            td.number { white-space: normal; }
            td::before { content: attr(data-head); flex: none; max-width: 50%; text-align: left;
              color: var(--soft); } }
          @media print {
            :root { --page: #ffffff; --ink: #000000; --soft: #444444; --rule: #cccccc;
              --faint: #f3f5f7; --warn: #9a3412;\
          """
          + SvgStyle.LIGHT
          + """
           }
            body { max-width: none; padding: 0; font-size: 10pt; }
            td.number { white-space: normal; } .dense th, .dense td { padding-right: 6px; }
            h2 { break-after: avoid; } svg, tr { break-inside: avoid; }
            h2 + p { break-after: avoid; } }
          """;
}
