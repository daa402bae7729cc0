package dev.sojourn.lab.report.svg;

import dev.sojourn.base.text.ForeignText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A tree of XML elements and text. All text of a page passes through it, so all text is escaped.
/// Instances are immutable.
public sealed interface Markup {

  /// Text between tags.
  ///
  /// @param text any text
  record Words(String text) implements Markup {}

  /// An element.
  ///
  /// @param name of the element
  /// @param attributes in their order
  /// @param children in their order
  record Element(String name, Map<String, String> attributes, List<Markup> children)
      implements Markup {

    /// Copies the list. The map needs no copy, since only this class creates it.
    public Element {
      children = List.copyOf(children);
    }

    /// {@return this element with one more attribute}
    ///
    /// @param attribute its name
    /// @param value any text
    public Element with(String attribute, String value) {
      var more = new LinkedHashMap<>(attributes);
      more.put(attribute, value);
      return new Element(name, more, children);
    }

    /// {@return this element with one more attribute}
    ///
    /// @param attribute its name
    /// @param value a number, rounded to a tenth of a pixel
    public Element with(String attribute, double value) {
      return with(attribute, pixels(value));
    }

    /// {@return this element with more children}
    ///
    /// @param more in their order
    public Element add(List<? extends Markup> more) {
      var all = new ArrayList<>(children);
      all.addAll(more);
      return new Element(name, attributes, all);
    }

    /// {@return this element with more children}
    ///
    /// @param more in their order
    public Element add(Markup... more) {
      return add(List.of(more));
    }

    /// {@return this element with text after its children}
    ///
    /// @param text any text
    public Element text(String text) {
      return add(new Words(text));
    }
  }

  /// {@return an empty element}
  ///
  /// @param name of the element
  static Element element(String name) {
    return new Element(name, Map.of(), List.of());
  }

  /// {@return a length in the form of an attribute, for example `12.5`}
  ///
  /// @param value finite
  static String pixels(double value) {
    var text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /// {@return the tree as text: well-formed XML and, for HTML elements, HTML}
  default String markup() {
    var out = new StringBuilder();
    write(this, out);
    return out.toString();
  }

  private static void write(Markup node, StringBuilder out) {
    switch (node) {
      case Words(var text) -> escape(text, out);
      case Element(var name, var attributes, var children) -> {
        out.append('<').append(name);
        attributes.forEach(
            (attribute, value) -> {
              out.append(' ').append(attribute).append("=\"");
              escape(value, out);
              out.append('"');
            });
        if (children.isEmpty() && isVoid(name)) {
          out.append("/>");
          return;
        }
        out.append('>');
        children.forEach(child -> write(child, out));
        out.append("</").append(name).append('>');
      }
    }
  }

  /// Elements without an end tag: in HTML, and in the SVG of these charts.
  private static boolean isVoid(String name) {
    return switch (name) {
      case "meta", "line", "path", "rect" -> true;
      default -> false;
    };
  }

  private static void escape(String text, StringBuilder out) {
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isShown(c) ? c : '\ufffd');
              }
            });
  }

  /// XML forbids most control characters, and U+FFFE and U+FFFF. Characters that change the
  /// direction of writing could make a page show other text than the file has.
  private static boolean isShown(int c) {
    return c == '\n' || c == '\t' || (ForeignText.isPlain(c) && (c & 0xfffe) != 0xfffe);
  }
}
