package dev.sojourn.atp.parcel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.atp.journey.PassedStop;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.net.AtpAddress;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DeliveryTest {

  private static final VisitStatus STATUS =
      new VisitStatus(
          VisitState.FINISHED,
          "The agent returned.",
          List.of("http://a.example/next"),
          10,
          2_000,
          700,
          9,
          4,
          Optional.of(Instant.parse("2026-06-01T12:00:00Z")),
          Optional.empty(),
          Optional.empty(),
          List.of());
  private static final Delivery DELIVERY =
      new Delivery(
          STATUS,
          List.of(
              Parcel.pack("a1", 3, List.of(new ParcelLine.Log("x"))),
              Parcel.pack("a1", 4, List.of())));

  @Test
  void readsWhatItWrote() {
    assertThat(Delivery.read(DELIVERY.encode())).contains(DELIVERY);
  }

  @Test
  void refusesADeliveryCutAnywhere() {
    byte[] whole = DELIVERY.encode().toArray();
    for (int length = 0; length < whole.length; length++) {
      assertThat(Delivery.read(Bytes.wrap(Arrays.copyOf(whole, length)))).isEmpty();
    }
    assertThat(Delivery.read(Bytes.wrap(Arrays.copyOf(whole, whole.length + 1)))).isEmpty();
  }

  @Test
  void readsOnlyWhatIsCalledADeliveryOfVersionOne() {
    byte[] whole = DELIVERY.encode().toArray();
    for (int at = 0; at <= 4; at++) {
      byte[] other = whole.clone();
      other[at]++;
      assertThat(Delivery.read(Bytes.wrap(other))).isEmpty();
    }
  }

  @Test
  void refusesAHugeLengthWithoutTakingMemory() {
    byte[] bytes = {'S', 'J', 'P', 'D', 1, 127, -1, -1, -1};
    assertThat(Delivery.read(Bytes.wrap(bytes))).isEmpty();
    bytes[5] = -1;
    assertThat(Delivery.read(Bytes.wrap(bytes))).isEmpty();
  }

  @Test
  void takesNothingThatSteersATerminalFromAReason() {
    var status =
        new VisitStatus(
            VisitState.STOPPED,
            "\u001b[2J\u009b31m\u001b]0;title\u0007\r\nA second line\u202e.\ud800",
            List.of(),
            0,
            0,
            0,
            0,
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());

    assertThat(status.reason()).isEqualTo("[2J 31m ]0;title   A second line .");
  }

  @Test
  void theStopsThatWerePassedOverComeAlong() throws Exception {
    var host = AtpAddress.parse("atp://b.example:10434").orElseThrow();
    var stops =
        List.of(
            new PassedStop(host, "http://b.example", "unreachable", false),
            new PassedStop(host, "http://c.example", "not-allowed", true));
    var json = STATUS.withPassed(stops).toJson();

    assertThat(VisitStatus.read(json).passed()).isEqualTo(stops);
    assertThat(STATUS.toJson().asUtf8()).doesNotContain("passed");
    var many = Collections.nCopies(257, stops.getFirst());
    assertThatThrownBy(() -> VisitStatus.read(STATUS.withPassed(many).toJson()))
        .isInstanceOf(JsonException.class);
  }

  @Test
  void cutsAReasonBetweenCharacters() {
    var status =
        new VisitStatus(
            VisitState.FAILED,
            "x" + "\ud83d\ude00".repeat(1_200),
            List.of(),
            0,
            0,
            0,
            0,
            0,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of());

    assertThat(status.reason()).isEqualTo("x" + "\ud83d\ude00".repeat(999));
  }

  @Test
  void knowsItsLastParcels() {
    assertThat(DELIVERY.isLast()).isTrue();
    assertThat(new Delivery(STATUS, DELIVERY.parcels().subList(0, 1)).isLast()).isFalse();
    assertThat(new Delivery(VisitStatus.waiting(), List.of()).isLast()).isFalse();
  }

  @Test
  void writesAStatusAsTheProtocolHasIt() {
    assertThat(STATUS.toJson().asUtf8())
        .isEqualTo(
            "{\"state\":\"finished\",\"reason\":\"The agent returned.\","
                + "\"next\":[\"http://a.example/next\"],\"pages\":10,\"pageBytes\":2000,"
                + "\"gzipBytes\":700,\"findings\":9,\"lastParcel\":4,"
                + "\"started\":\"2026-06-01T12:00:00Z\"}");
  }

  @Test
  void readsAStatusThatSaysMore() throws Exception {
    var json = STATUS.toJson().asUtf8().replaceFirst("\\{", "{\"fuel\":7,");
    assertThat(VisitStatus.read(Bytes.utf8(json))).isEqualTo(STATUS);
  }

  @Test
  void refusesAStatusThatIsNone() {
    for (var json : List.of("{}", "[]", "", "{\"state\":\"lost\"}")) {
      assertThatThrownBy(() -> VisitStatus.read(Bytes.utf8(json)))
          .isInstanceOf(JsonException.class);
    }
  }

  @Test
  void readsAndWritesWhatIsCollected() throws Exception {
    var request = new CollectRequest(7, Duration.ofSeconds(20));
    assertThat(request.toJson().asUtf8()).isEqualTo("{\"acknowledged\":7,\"waitSeconds\":20}");
    assertThat(CollectRequest.read(request.toJson())).isEqualTo(request);
    for (var json :
        List.of(
            "{\"acknowledged\":-1,\"waitSeconds\":0}",
            "{\"acknowledged\":0,\"waitSeconds\":301}",
            "{\"acknowledged\":0.5,\"waitSeconds\":1}",
            "{\"acknowledged\":0}",
            "{\"acknowledged\":0,\"waitSeconds\":1,\"from\":2}")) {
      assertThatThrownBy(() -> CollectRequest.read(Bytes.utf8(json)))
          .describedAs(json)
          .isInstanceOf(JsonException.class);
    }
  }

  @Test
  void whatIsCollectedIsWaitedForFiveMinutesAtMost() throws Exception {
    assertThat(read("{\"acknowledged\":9223372036854775807,\"waitSeconds\":300}"))
        .isEqualTo(new CollectRequest(Long.MAX_VALUE, Duration.ofMinutes(5)));
    assertThat(read("{\"acknowledged\":0,\"waitSeconds\":0}"))
        .isEqualTo(new CollectRequest(0, Duration.ZERO));
    for (var json :
        List.of(
            "{\"acknowledged\":9223372036854775808,\"waitSeconds\":0}",
            "{\"acknowledged\":0,\"waitSeconds\":-1}")) {
      assertThatThrownBy(() -> read(json)).isInstanceOf(JsonException.class);
    }
  }

  private static CollectRequest read(String json) throws JsonException {
    return CollectRequest.read(Bytes.utf8(json));
  }

  @Test
  void hasUpToAThousandParcels() {
    var parcel = Parcel.pack("a1", 1, List.of());
    var most = new Delivery(STATUS, Collections.nCopies(1_000, parcel)).encode();
    assertThat(Delivery.read(most)).hasValueSatisfying(d -> assertThat(d.parcels()).hasSize(1_000));

    // The same with one more, as its count says.
    var one = new Delivery(STATUS, List.of(parcel)).encode().toArray();
    var none = new Delivery(STATUS, List.of()).encode().toArray();
    var more = new ByteArrayOutputStream();
    more.writeBytes(Arrays.copyOf(none, none.length - 2));
    more.writeBytes(new byte[] {1_001 >> 8, (byte) 1_001});
    for (int i = 0; i < 1_001; i++) {
      more.write(one, none.length, one.length - none.length);
    }
    assertThat(Delivery.read(Bytes.wrap(more.toByteArray()))).isEmpty();
  }

  @Test
  void aStatusNamesUpToTenThousandPlacesAndAReasonOfAThousandCharacters() throws Exception {
    var json = STATUS.toJson().asUtf8();
    var next = "\"next\":[\"http://a.example/next\"]";
    assertThat(status(json.replace(next, "\"next\":" + urls(10_000))).next()).hasSize(10_000);
    assertThat(status(json.replace("The agent returned.", "r".repeat(1_000))).reason())
        .hasSize(1_000);
    assertThat(status(json.replace("http://a.example/next", "u".repeat(8_192))).next())
        .containsExactly("u".repeat(8_192));
    for (var beyond :
        List.of(
            json.replace(next, "\"next\":" + urls(10_001)),
            json.replace("The agent returned.", "r".repeat(1_001)),
            json.replace("http://a.example/next", "u".repeat(8_193)))) {
      assertThatThrownBy(() -> status(beyond)).isInstanceOf(JsonException.class);
    }
  }

  private static String urls(int count) {
    return "[" + "\"http://a.example/\",".repeat(count - 1) + "\"http://a.example/\"]";
  }

  private static VisitStatus status(String json) throws JsonException {
    return VisitStatus.read(Bytes.utf8(json));
  }
}
