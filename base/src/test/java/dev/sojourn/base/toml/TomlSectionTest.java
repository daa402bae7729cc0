package dev.sojourn.base.toml;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Tables are read with texts from outside that take precedence.
final class TomlSectionTest {
  private final TomlMistakes mistakes = new TomlMistakes("x.toml");
  private final List<String> used = new ArrayList<>();

  /// Values from outside by full names; the second table of an array has a number.
  private TomlSection read(String toml, Map<String, String> outside) {
    var context =
        new TomlContext() {
          @Override
          public Optional<TomlValue> value(
              TomlSection section, String key, Optional<TomlValue> inFile) {
            return Optional.ofNullable(outside.get(section.fullName(key)))
                .map(text -> new TomlValue(text, TomlError.ENVIRONMENT + key, true))
                .or(() -> inFile);
          }

          @Override
          public boolean hasTable(String name, int number) {
            return outside.containsKey(name + "." + number);
          }

          @Override
          public void used(String place, String key, String text, double number, String unit) {
            used.add(place + " " + key + " = " + text + " " + unit);
          }
        };
    return TomlSection.top(mistakes, context, mistakes.parse(toml).orElseThrow(), "x.toml");
  }

  private List<String> found() {
    return mistakes.all().stream().map(TomlError::toString).toList();
  }

  @Test
  void readsEachKindOfValue() {
    var limits =
        read(
                """
                [limits]
                name = "a"
                on = true
                pages = 7
                share = 0.25
                memory = "16 MiB"
                time = "90 s"
                urls = ["/a/", "/b/"]
                """,
                Map.of())
            .table("limits");

    assertThat(limits.requiredText("name", "a name")).isEqualTo("a");
    assertThat(limits.word("name", "", List.of("a", "b"))).isEqualTo("a");
    assertThat(limits.flag("on", false)).isTrue();
    assertThat(limits.count("pages", 1, 1, 9)).isEqualTo(7);
    assertThat(limits.number("share", 0, 1)).isEqualTo(0.25);
    assertThat(limits.bytes("memory", 0, 0, 1L << 40)).isEqualTo(16 << 20);
    assertThat(limits.duration("time", Duration.ZERO, Duration.ofHours(1)))
        .contains(Duration.ofSeconds(90));
    assertThat(limits.texts("urls", "paths")).containsExactly("/a/", "/b/");
    limits.finish();
    assertThat(found()).isEmpty();
    assertThat(used)
        .contains("x.toml:4:1 limits.pages = 7 1", "x.toml:6:1 limits.memory = 16 MiB B");
  }

  @Test
  void takesDefaultsOfAMissingTable() {
    var limits = read("", Map.of()).table("limits");

    assertThat(limits.isThere()).isFalse();
    assertThat(limits.count("pages", 3, 1, 9)).isEqualTo(3);
    assertThat(limits.flag("on", true)).isTrue();
    assertThat(limits.texts("urls", "paths")).isEmpty();
    assertThat(found()).isEmpty();
  }

  @Test
  void reportsEachMistakeAtItsPlace() {
    var top =
        read(
            """
            data = 5
            urls = ["/a/", 7]
            tabel = 1
            [limits]
            pages = 10
            memory = "1 pound"
            """,
            Map.of());
    var limits = top.table("limits");

    assertThat(top.text("data", "a folder")).isEmpty();
    assertThat(top.texts("urls", "paths")).isEmpty();
    assertThat(limits.count("pages", 3, 1, 9)).isEqualTo(3);
    assertThat(limits.bytes("memory", 1, 1, 2)).isEqualTo(1);
    assertThat(limits.requiredText("name", "a name")).isEmpty();
    assertThat(top.table("table").isThere()).isFalse();
    top.finish();
    assertThat(found())
        .containsExactly(
            "x.toml:1:1: data: found 5 (expected: a folder)",
            "x.toml:2:16: urls: found 7 (expected: paths)",
            "x.toml:3:1: tabel: found an unknown key (did you mean 'table'?) (expected: one of"
                + " limits, data, urls, table)",
            "x.toml:4:1: limits.name: found nothing (expected: a name)",
            "x.toml:5:1: limits.pages: found 10 (expected: a whole number from 1 to 9)",
            "x.toml:6:1: limits.memory: found \"1 pound\" (expected: a size from \"1 B\" to \"2"
                + " B\")");
  }

  @Test
  void readsPlainTextFromOutsideInPlaceOfTheFile() {
    var outside =
        Map.of("on", "true", "pages", "8", "urls", "/a/, /b/", "name", "b", "site.2", "there");
    var top = read("on = false\npages = 1\n[[site]]\n", outside);

    assertThat(top.flag("on", false)).isTrue();
    assertThat(top.count("pages", 1, 1, 9)).isEqualTo(8);
    assertThat(top.texts("urls", "paths")).containsExactly("/a/", "/b/");
    assertThat(top.word("name", "", List.of("a"))).isEqualTo("a");
    assertThat(top.tables("site")).extracting(TomlSection::number).containsExactly(1, 2);
    assertThat(found())
        .containsExactly("environment variable name: name: found \"b\" (expected: a)");
  }

  @Test
  void reportsWhatIsNoTable() {
    var top = read("limits = 5\nsite = [{}, 7]\n", Map.of());

    assertThat(top.table("limits").isThere()).isFalse();
    assertThat(top.tables("site")).hasSize(1);
    assertThat(found())
        .containsExactly(
            "x.toml:1:1: limits: found 5 (expected: a table, begun by [limits])",
            "x.toml:2:13: site: found 7 (expected: tables, each begun by [[site]])");
  }

  @Test
  void saysWhereATextIsNoToml() {
    assertThat(mistakes.parse("name = \n")).isEmpty();
    assertThat(found()).singleElement().asString().startsWith("x.toml:1:8: TOML: found ");
  }
}
