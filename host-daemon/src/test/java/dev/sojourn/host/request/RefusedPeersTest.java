package dev.sojourn.host.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RefusedPeersTest {
  private final Map<String, Long> malformed = new HashMap<>();
  private final RefusedPeers peers =
      new RefusedPeers(
          () -> {
            var taken = Map.copyOf(malformed);
            malformed.clear();
            return taken;
          });

  private void note(String from, String code) {
    peers.note(from, new Problem(code, AtpStatus.FORBIDDEN, "No."));
  }

  @Test
  void theLineOfAnAddressCountsWhatProvedNothing() {
    note("192.0.2.1", "signer-untrusted");
    note("192.0.2.1", "signature-missing");
    note("192.0.2.1", "crowded");
    note("192.0.2.2", "code-missing");
    malformed.put("2001:db8::1", 40L);

    assertThat(peers.take())
        .containsExactly(
            "Peer 2001:db8::1 was refused 40 times within a minute: malformed 40",
            "Peer 192.0.2.1 was refused 2 times within a minute: signature-missing 1,"
                + " signer-untrusted 1");
    assertThat(peers.take()).isEmpty();
  }

  @Test
  void manyAddressesHaveTwentyLinesAMinute() {
    for (int i = 0; i < 50_000; i++) {
      note("10.0." + i / 256 + "." + i % 256, "signature-missing");
    }
    assertThat(peers.take()).hasSize(20);
  }

  @Test
  void theFilterOfThePackageIsThatOfThePageAndFindsTheAddress() throws IOException {
    var filter = Files.readString(Path.of("src/deb/fail2ban/sojourn-host.conf"));
    var regex = filter.lines().filter(line -> line.startsWith("failregex = ")).findFirst();
    assertThat(Files.readString(Path.of("../docs/fail2ban.md"))).contains(regex.orElseThrow());

    note("192.0.2.1", "signer-untrusted");
    var line =
        "2026-06-01T12:00:00.123+02:00 INFO  d.s.h.r.RefusedPeers - " + peers.take().getFirst();
    var pattern =
        regex.orElseThrow().replaceFirst("failregex = ", "").replace("<HOST>", "(?<host>\\S+)");
    var found = Pattern.compile(pattern).matcher(line);
    assertThat(found.matches()).isTrue();
    assertThat(found.group("host")).isEqualTo("192.0.2.1");
  }
}
