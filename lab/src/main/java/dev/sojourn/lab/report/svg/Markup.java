package dev.sojourn.lab.report.svg;

import dev.sojourn.base.text.ForeignText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A tree of XML elements and text. All text of a page goes through it, so everything is escaped.
/// Values never change.
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

    /// Copies the list; the map is only ever made here.
    public Element {
      children = List.copyOf(children);
    }

    /// {@return this element with one attribute more}
    ///
    /// @param attribute its name
    /// @param value any text
    public Element with(String attribute, String value) {
      var more = new LinkedHashMap<>(attributes);
      more.put(attribute, value);
      return new Element(name, more, children);
    }

    /// {@return this element with one attribute more}
    ///
    /// @param attribute its name
    /// @param value a number; a tenth of a pixel is precise enough
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

    /// {@return this element with text behind its children}
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

  /// {@return a length as it is written in an attribute, as `12.5`}
  ///
  /// @param value finite
  static String pixels(double value) {
    var text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /// {@return the tree as text, which is well-formed XML and, for elements of HTML, HTML}
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

  /// Elements that have an end tag in neither HTML nor, drawn here, SVG.
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

  /// XML allows neither most control characters nor U+FFFE and U+FFFF. Characters that turn the
  /// direction of writing would make a page say something else than the file.
  private static boolean isShown(int c) {
    return c == '\n' || c == '\t' || (ForeignText.isPlain(c) && (c & 0xfffe) != 0xfffe);
  }
}
