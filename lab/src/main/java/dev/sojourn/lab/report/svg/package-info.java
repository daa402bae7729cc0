/// Charts as SVG. [ChartSvg] draws one; [Markup] is the tree of elements that it makes.
@NullMarked
package dev.sojourn.lab.report.svg;

import org.jspecify.annotations.NullMarked;
