package dev.sojourn.atp.parcel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sojourn.base.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

final class PageRecordTest {
  static final PageRecord FETCHED =
      new PageRecord(
          "http://a.example/x",
          Optional.of("http://a.example/y"),
          Optional.of("http://a.example/"),
          OptionalInt.of(1),
          Instant.ofEpochMilli(1_780_315_200_123L),
          Duration.ofMillis(17),
          PageOutcome.FETCHED,
          200,
          "",
          Optional.of(
              new PageRecord.Body(
                  "text/html",
                  4_711,
                  "0123456789abcdef",
                  true,
                  "",
                  Optional.empty(),
                  Optional.empty())));

  static final PageRecord TIMED_OUT =
      new PageRecord(
          "http://a.example/z",
          Optional.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          Instant.ofEpochMilli(1_780_315_220_123L),
          Duration.ofSeconds(20),
          PageOutcome.TIMED_OUT,
          0,
          "it sent nothing for 20 s",
          Optional.empty());

  @Test
  void readsBackWhatItWrote() throws Exception {
    var again =
        new PageRecord(
            "http://a.example/x",
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            Instant.EPOCH,
            Duration.ZERO,
            PageOutcome.FETCHED,
            200,
            "",
            Optional.of(
                new PageRecord.Body(
                    "text/html",
                    1,
                    "0123456789abcdef",
                    true,
                    "0000000100000002",
                    Optional.of("\"1\""),
                    Optional.of("Wed, 25 Nov 2026 16:25:33 GMT"))));
    for (var page : List.of(FETCHED, TIMED_OUT, again)) {
      assertThat(PageRecordJson.read(text(page).getBytes(StandardCharsets.UTF_8))).isEqualTo(page);
    }
  }

  @Test
  void ignoresMembersThatALaterHostMayAdd() throws Exception {
    var json = text(TIMED_OUT).replace("{", "{\"weather\":{\"rain\":[]},");

    assertThat(PageRecordJson.read(json.getBytes(StandardCharsets.UTF_8))).isEqualTo(TIMED_OUT);
  }

  @Test
  void refusesWhatIsMissingTooLongOrOutOfRange() {
    for (var change :
        List.of(
            new String[] {"\"url\":\"http://a.example/x\",", ""},
            new String[] {"http://a.example/x", "x".repeat(8_193)},
            new String[] {"http://a.example/x", ""},
            new String[] {"http://a.example/y", "x".repeat(8_193)},
            new String[] {"\"foundOn\":\"http://a.example/\"", "\"foundOn\":\"\""},
            new String[] {"\"depth\":1", "\"depth\":-1"},
            new String[] {"\"depth\":1", "\"depth\":1000001"},
            new String[] {"1780315200123", "1e99"},
            new String[] {"1780315200123", "9223372036854775807"},
            new String[] {"\"millis\":17", "\"millis\":-1"},
            new String[] {"fetched", "eaten"},
            new String[] {"\"status\":200", "\"status\":1000"},
            new String[] {"\"bytes\":4711", "\"bytes\":-1"},
            new String[] {"0123456789abcdef", "0123456789ABCDEF"},
            new String[] {"0123456789abcdef", "0123"})) {
      var json = text(FETCHED).replace(change[0], change[1]);
      assertThat(json).isNotEqualTo(text(FETCHED));
      assertThatExceptionOfType(JsonException.class)
          .describedAs(json)
          .isThrownBy(() -> PageRecordJson.read(json.getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Test
  void aBodyComesWithAPageAndOnlySo() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new PageRecord(
                    "http://a.example/",
                    Optional.empty(),
                    Optional.empty(),
                    OptionalInt.empty(),
                    Instant.EPOCH,
                    Duration.ZERO,
                    PageOutcome.FETCHED,
                    200,
                    "",
                    Optional.empty()));
  }

  @Test
  void onlyWhatTheSiteItsRobotsTxtTheScopeOrTheOwnerSaysNoToIsNoFailure() {
    var fine =
        EnumSet.of(
            PageOutcome.FETCHED,
            PageOutcome.UNCHANGED,
            PageOutcome.DISALLOWED,
            PageOutcome.OUTSIDE,
            PageOutcome.GIVEN_BEFORE,
            PageOutcome.CLIENT_ERROR,
            PageOutcome.UNWANTED);
    for (var outcome : PageOutcome.values()) {
      assertThat(outcome.isFailure())
          .describedAs(outcome.word())
          .isEqualTo(!fine.contains(outcome));
      assertThat(PageOutcome.of(outcome.word())).contains(outcome);
    }
  }

  private static String text(PageRecord page) {
    var line = new ParcelLine.Page(page).asLine();
    return line.substring("{\"page\":".length(), line.length() - 1);
  }
}
