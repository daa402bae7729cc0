package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.robots.fetch.Validators;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RobotsFetcherTest {
  @Test
  void onlyValidatorsThatARequestCanCarryAreKept() {
    var long1025 = "x".repeat(1_025);
    var fields = Map.of("etag", List.of(long1025), "last-modified", List.of("yesterday"));
    assertThat(RobotsFetcher.validators(new HttpReply.Answer(200, fields, new byte[0], false)))
        .isEqualTo(new Validators(Optional.empty(), Optional.of("yesterday")));
  }
}
