package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as a compact form: what is accepted answers every question and is written again as it
/// was read, and no octet can be altered unseen.
class CompactFormFuzzTest {

  private static final int CHECKSUM = 4;

  static Stream<byte[]> seeds() {
    return Stream.of(
            "User-agent: A-Bot\nDisallow: /x*y$\nAllow: /\u00fc\nCrawl-delay: 2\nFoo: bar\n",
            "Mobile-agent-server: / atp://h.example:9\nMobile-agent-server: /n none\nnonsense\n",
            "Sitemap: https://e.example/s.xml\nLicense: https://e.example/l\n",
            "User-agent: *\nContent-Usage: /a train-ai=n\nContent-Signal: search=no\n"
                + "Request-rate: 1/5m\nDisallow: "
                + "/long".repeat(40))
        .flatMap(
            file -> {
              var octets = file.getBytes(StandardCharsets.UTF_8);
              var of1996 = RobotsOptions.STRICT.withDialect(Dialect.WEB_ROBOTS_CONTROL_1996);
              return Stream.of(
                  RobotsTxt.parse(octets).toCompactForm(),
                  RobotsTxt.parse(octets, of1996).toCompactForm(),
                  RobotsTxt.parse(octets).withIndeterminateRoutes().toCompactForm());
            });
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreRefusedOrAFile(byte[] input) {
    Bounds.ofFile(input.length).hold(() -> refusedOrAnswers(input));
    if (input.length > CHECKSUM) {
      var forged = withChecksum(input);
      Bounds.ofFile(input.length).hold(() -> refusedOrAnswers(forged));
    }
    int at = Math.floorMod(Arrays.hashCode(input), Math.max(1, input.length));
    everyAlterationIsFound(RobotsTxt.parse(input).toCompactForm(), at);
  }

  private static void refusedOrAnswers(byte[] form) {
    try {
      var robots = RobotsTxt.fromCompactForm(form);
      assertThat(robots.toCompactForm()).isEqualTo(form);
      CompactFormTest.askEverything(robots);
    } catch (CompactFormException e) {
      assertThat(e).hasMessageStartingWith("compact robots form: ");
    }
  }

  private static void everyAlterationIsFound(byte[] form, int position) {
    int at = position % form.length;
    var altered = form.clone();
    altered[at] ^= (byte) (1 << (position & 7));
    assertThatThrownBy(() -> RobotsTxt.fromCompactForm(altered))
        .isInstanceOf(CompactFormException.class);
  }

  private static byte[] withChecksum(byte[] form) {
    var forged = form.clone();
    var crc = new CRC32C();
    crc.update(forged, 0, forged.length - CHECKSUM);
    ByteBuffer.wrap(forged).putInt(forged.length - CHECKSUM, (int) crc.getValue());
    return forged;
  }
}
