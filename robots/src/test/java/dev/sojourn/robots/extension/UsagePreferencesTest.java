package dev.sojourn.robots.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Values of Content-Usage (a dictionary of RFC 9651) and of Content-Signal.
class UsagePreferencesTest {

  @Test
  void readsTokensYAndN() {
    assertThat(usage("train-ai=n, search=y")).isEqualTo(Map.of("train-ai", false, "search", true));
  }

  @Test
  void theLastOfDuplicateKeysHolds() {
    assertThat(usage("train-ai=y, train-ai=n")).isEqualTo(Map.of("train-ai", false));
    assertThat(usage("train-ai=n, train-ai=maybe")).isEmpty();
  }

  @Test
  void parametersAndUnknownKeysDoNoHarm() {
    assertThat(usage("train-ai=n;why=\"a, b\";x, other=?1, *k=(1 2);q=1.5"))
        .isEqualTo(Map.of("train-ai", false));
  }

  @Test
  void valuesThatAreNeitherYNorNAreNotStated() {
    assertThat(usage("train-ai, search=\"y\", ai=Y, tdm=1, genai=:YQ==:, inference=?0")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "train-ai=n,",
        "train-ai=n search=y",
        "Train-AI=n",
        "=n",
        "train-ai=",
        "train-ai==n",
        "a=\"x"
      })
  void statesNothingWhereTheDictionaryIsBroken(String broken) {
    assertThat(UsagePreferences.parseContentUsage(broken)).as(broken).isEmpty();
  }

  @Test
  void signalsAreYesOrNoInAnyCaseAndOthersAreNotStated() {
    assertThat(
            UsagePreferences.parseContentSignal(
                "Search=YES , ai-input = no,ai-train=maybe,use=full"))
        .isEqualTo(new UsagePreferences(new TreeMap<>(Map.of("search", true, "ai-input", false))));
  }

  @Test
  void missingSignalIsNeitherGrantedNorDenied() {
    var signals = UsagePreferences.parseContentSignal("search=yes");
    assertThat(signals.permits("ai-train")).isFalse();
    assertThat(signals.denies("ai-train")).isFalse();
  }

  @Test
  void theDenialHoldsWhereTwoDiffer() {
    var yes = UsagePreferences.parseContentSignal("search=yes");
    var no = UsagePreferences.parseContentSignal("search=no");
    assertThat(UsagePreferences.all(List.of(yes, no)).denies("search")).isTrue();
    assertThat(UsagePreferences.all(List.of(no, yes)).denies("search")).isTrue();
  }

  private static Map<String, Boolean> usage(String dictionary) {
    return UsagePreferences.parseContentUsage(dictionary).orElseThrow().permissions();
  }
}
