package dev.sojourn.lab.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.result.ServerResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The sums of an access log, that of the lab and that of nginx.
final class AccessLogTest {
  @TempDir private Path temp;

  @Test
  void aPageIsAUrlThatWasSentAsHtmlAndCountsOnce() throws IOException {
    var log =
        Files.writeString(
            temp.resolve("access.log"),
            """
            2026-01-05T09:00:00Z GET / 200 10 100 text/html
            2026-01-05T09:00:00Z GET / 200 10 100 text/html
            2026-01-05T10:00:00+01:00 GET /a.html 200 10 100 text/html; charset=utf-8
            2026-01-05T09:00:00Z HEAD /b.html 200 10 50 text/html
            2026-01-05T09:00:00Z GET /c.html 404 10 50 text/html
            2026-01-05T09:00:00Z GET /robots.txt 200 10 50 text/plain
            2026-01-05T09:00:00Z GET /d 301 10 50 -
            """);

    assertThat(AccessLog.sum(List.of(log))).isEqualTo(new ServerResult(7, 70, 500, 2));
    assertThat(AccessLog.sum(List.of(log, log))).isEqualTo(new ServerResult(14, 140, 1_000, 4));
    assertThat(AccessLog.sum(List.of(temp.resolve("none")))).isEqualTo(ServerResult.NONE);
  }
}
