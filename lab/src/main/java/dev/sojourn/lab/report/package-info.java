/// Reports: the pages that are made of a results directory.
///
/// [ReportFiles] reads the directory and writes the pages. All between is pure: the runs become a
/// [dev.sojourn.lab.report.model.Report], this a [ReportDocument], and that HTML ([HtmlReport]) or
/// Markdown ([MarkdownReport]). Both pages therefore say the same, and so do the files for papers
/// ([ReportExport]).
@NullMarked
package dev.sojourn.lab.report;

import org.jspecify.annotations.NullMarked;
