package dev.sojourn.base.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {
  private static final List<String> COMMANDS = List.of("crawl", "plan", "search", "host", "key");

  @Test
  void findsASwappedAMissingAndAWrongLetter() {
    assertThat(Suggestion.nearest("crwal", COMMANDS)).contains("crawl");
    assertThat(Suggestion.nearest("serch", COMMANDS)).contains("search");
    assertThat(Suggestion.nearest("plam", COMMANDS)).contains("plan");
  }

  @Test
  void findsTheOnlyOneThatBeginsSo() {
    assertThat(Suggestion.nearest("sea", COMMANDS)).contains("search");
  }

  @Test
  void suggestsNothingForAWordUnlikeAll() {
    assertThat(Suggestion.nearest("wobble", COMMANDS)).isEmpty();
    assertThat(Suggestion.suffix("wobble", COMMANDS)).isEmpty();
  }

  @Test
  void rendersTheEndOfASentence() {
    assertThat(Suggestion.suffix("hots", COMMANDS)).isEqualTo(" (did you mean 'host'?)");
  }
}
