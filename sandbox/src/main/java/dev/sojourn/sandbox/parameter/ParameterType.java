package dev.sojourn.sandbox.parameter;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The type of a parameter, which decides which texts are values.
public sealed interface ParameterType {

  /// {@return the word for the type in lists, such as `int`}
  String word();

  /// {@return the form of a value, for messages about an invalid text}
  String expected();

  /// {@return the form of a value, for lists}
  default String described() {
    return expected();
  }

  /// {@return the value in its canonical form; empty if the text is not a value of this type}
  ///
  /// @param text the owner's text
  Optional<String> canonical(String text);

  /// {@return a value in the form that owners write}
  ///
  /// @param canonical the value in its canonical form
  default String written(String canonical) {
    return canonical;
  }

  /// The types of the JDK.
  enum SimpleType implements ParameterType {
    /// `String`: any text.
    TEXT("text", "text"),
    /// `boolean`.
    BOOLEAN("boolean", "true or false"),
    /// `int`.
    INT("int", "a whole number from -2147483648 to 2147483647"),
    /// `long`.
    LONG("long", "a whole number from -9223372036854775808 to 9223372036854775807"),
    /// `double`; finite.
    DOUBLE("double", "a number, as 0.75");

    private final String word;
    private final String expected;

    SimpleType(String word, String expected) {
      this.word = word;
      this.expected = expected;
    }

    @Override
    public String word() {
      return word;
    }

    @Override
    public String expected() {
      return expected;
    }

    @Override
    public String described() {
      return switch (this) {
        case INT, LONG -> "a whole number";
        case TEXT, BOOLEAN, DOUBLE -> expected;
      };
    }

    @Override
    public Optional<String> canonical(String text) {
      try {
        return switch (this) {
          case TEXT -> Optional.of(text);
          case BOOLEAN -> Optional.of(text).filter(t -> t.equals("true") || t.equals("false"));
          case INT -> Optional.of(Integer.toString(Integer.parseInt(text)));
          case LONG -> Optional.of(Long.toString(Long.parseLong(text)));
          case DOUBLE ->
              Optional.of(Double.parseDouble(text)).filter(Double::isFinite).map(String::valueOf);
        };
      } catch (NumberFormatException _) {
        return Optional.empty();
      }
    }
  }

  /// An enum of the agent.
  ///
  /// @param enumClass the binary name of the enum
  /// @param constants the names of its constants, in their order
  record ChoiceType(String enumClass, List<String> constants) implements ParameterType {

    /// Copies the list.
    public ChoiceType {
      constants = List.copyOf(constants);
    }

    @Override
    public String word() {
      return "choice";
    }

    @Override
    public String expected() {
      return "one of " + String.join(", ", constants.stream().map(this::written).toList());
    }

    /// Accepts a constant in the form of Java, `WITH_TEXT`, and in the form of owners, `with-text`.
    @Override
    public Optional<String> canonical(String text) {
      return constants.contains(text)
          ? Optional.of(text)
          : constants.stream().filter(name -> written(name).equals(text)).findFirst();
    }

    @Override
    public String written(String canonical) {
      return canonical.toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
