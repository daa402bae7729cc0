package dev.sojourn.atp.parcel;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpTarget;
import dev.sojourn.atp.OverTheWire;
import dev.sojourn.atp.wire.ContentCoding;
import dev.sojourn.base.Bytes;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets of a host as the delivery that a client gets for its COLLECT, and as one zstd frame.
/// What is unpacked stays within its bounds, and is read again as it was.
class DeliveryFuzzTest {

  private static final ParcelLimits LIMITS = new ParcelLimits(100_000, 100, 1_000, 1_000);
  private static final VisitStatus STATUS =
      new VisitStatus(
          VisitState.RUNNING,
          "",
          List.of("http://a.example/next"),
          1,
          2,
          3,
          4,
          5,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of());

  static Stream<byte[]> seeds() {
    var lines =
        List.<ParcelLine>of(
            new ParcelLine.Finding("{\"url\":\"http://a.example/\",\"n\":[1,null]}"),
            new ParcelLine.Referral("http://b.example/"),
            new ParcelLine.Log("word"));
    return Stream.of(
        new Delivery(STATUS, List.of(Parcel.pack("a1", 1, lines))).encode().toArray(),
        new Delivery(STATUS, List.of()).encode().toArray(),
        HexFormat.of().parseHex("28b52ffd00881b000061"),
        HexFormat.of().parseHex("28b52ffde000000000000000401b000061"),
        HexFormat.of().parseHex("502a4d1802000000ffff28b52ffd2003190000616263"));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreReadAsADelivery(byte[] input) {
    ContentCoding.decompress(Bytes.copyOf(input), 1_000)
        .ifPresent(raw -> assertThat(raw.size()).isLessThanOrEqualTo(1_000));
    var read = Delivery.read(collected(Bytes.copyOf(input)));
    if (read.isPresent()) {
      assertThat(Delivery.read(read.get().encode())).isEqualTo(read);
      read.get().parcels().forEach(DeliveryFuzzTest::unpack);
    }
  }

  private static Bytes collected(Bytes delivery) {
    var request =
        AtpRequest.of(AtpMethod.COLLECT, AtpTarget.agent("a1"))
            .withBody(
                CollectRequest.MEDIA_TYPE, new CollectRequest(0, Duration.ofSeconds(20)).toJson());
    try (var host = OverTheWire.to((_, _) -> AtpResponse.okay(Delivery.MEDIA_TYPE, delivery))) {
      var body = host.exchange(request).body();
      assertThat(body).isEqualTo(delivery);
      return body;
    }
  }

  private static void unpack(Parcel parcel) {
    if (parcel.unpack(LIMITS) instanceof ParcelReading.Lines read) {
      var lines = read.toList();
      assertThat(lines).hasSize(parcel.lines());
      assertThat(Parcel.pack(parcel.agentId(), parcel.number(), lines).unpack(LIMITS))
          .isInstanceOfSatisfying(
              ParcelReading.Lines.class, again -> assertThat(again.toList()).isEqualTo(lines));
    }
  }
}
