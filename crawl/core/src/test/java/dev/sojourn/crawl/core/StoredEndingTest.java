package dev.sojourn.crawl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The end of a visit as the store of a crawl has it, octet for octet.
final class StoredEndingTest {

  static Stream<Arguments> theEventInTheStore() {
    return Stream.of(
        Arguments.of(
            "\"end\":\"Finished\",\"onward\":[\"http://a.example/\"]",
            new Ending.Finished(List.of("http://a.example/"))),
        Arguments.of("\"end\":\"Parked\"", new Ending.Parked()),
        Arguments.of(
            "\"end\":\"Stopped\",\"reason\":\"stopped by 2 s.\"",
            new Ending.Stopped("", "stopped by 2 s.")),
        Arguments.of(
            "\"end\":\"Stopped\",\"limit\":\"pages\",\"reason\":\"stopped by --max-pages 3.\"",
            new Allowance(3, 4, 6, 9).stopped("pages").orElseThrow()),
        Arguments.of(
            "\"end\":\"Recalled\",\"reason\":\"No more.\"", new Ending.Recalled("No more.")),
        Arguments.of(
            "\"end\":\"Denied\",\"reason\":\"It uses x.\"", new Ending.Denied("It uses x.")),
        Arguments.of("\"end\":\"Failed\",\"reason\":\"X: boom\"", new Ending.Failed("X: boom")));
  }

  @ParameterizedTest
  @MethodSource
  void theEventInTheStore(String members, Ending.Made ending) {
    var json =
        "{\"event\":\"Ended\",\"agentId\":\"k3t0v0\",\"ending\":{%s},\"tally\":{\"pages\":3,\"pageBytes\":4,\"gzipBytes\":5,\"findings\":6}}"
            .formatted(members);
    var event = new Event.Ended("k3t0v0", ending, new Tally(3, 4, 5, 6));

    assertThat(CoreJson.write(event)).isEqualTo(json);
    assertThat(CoreJson.event(json)).isEqualTo(event);
  }
}
