/// Reports: the pages made from a results directory.
///
/// [ReportFiles] reads the directory and writes the pages. Everything in between is pure. The runs
/// become a [dev.sojourn.lab.report.model.Report], which becomes a [ReportDocument]. The document
/// becomes HTML ([HtmlReport]) or Markdown ([MarkdownReport]). So both pages have the same content,
/// as do the files for papers ([ReportExport]).
@NullMarked
package dev.sojourn.lab.report;

import org.jspecify.annotations.NullMarked;
