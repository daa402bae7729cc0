package dev.sojourn.agent.tree;

/// A cell of a [TableRow].
///
/// @param text as of [PageElement#text]; empty where the row has a gap
/// @param isHeader whether it is a `th`
public record TableCell(String text, boolean isHeader) {
  static final TableCell GAP = new TableCell("", false);
}
