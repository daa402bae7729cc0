/// Charts as SVG. [ChartSvg] chooses the form of a chart, and [Markup] is the resulting tree of
/// elements.
@NullMarked
package dev.sojourn.lab.report.svg;

import org.jspecify.annotations.NullMarked;
