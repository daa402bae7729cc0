/// Charts as SVG. [ChartSvg] chooses the form of one; [Markup] is the tree of elements that it
/// makes.
@NullMarked
package dev.sojourn.lab.report.svg;

import org.jspecify.annotations.NullMarked;
