package dev.sojourn.host.preview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.testing.HeldPort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.groups.Tuple;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The preview of what crawlers fetched, from logs of real servers and of attackers.
class AccessLogPreviewTest {
  private static final String BOT =
      "Mozilla/5.0 (compatible; ExampleBot/2.1; +https://bot.example)";

  @TempDir Path folder;

  @Test
  void linesOfApacheAreCountedByCrawler() throws IOException {
    // Apache 2.4, LogFormat combined: "%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-agent}i\"
    var log =
        """
        192.0.2.7 - - [24/Nov/2026:08:00:00 +0100] "GET /a.html HTTP/1.1" 200 5000 "-" "BOT"
        192.0.2.7 - - [24/Nov/2026:08:00:01 +0100] "GET /b.html HTTP/1.1" 200 3000 "-" "BOT"
        192.0.2.7 - - [24/Nov/2026:08:00:02 +0100] "GET /none HTTP/1.1" 404 196 "-" "BOT"
        192.0.2.7 - - [25/Nov/2026:08:00:00 +0100] "GET /a.html HTTP/1.1" 304 - "-" "BOT"
        192.0.2.7 - - [25/Nov/2026:08:00:01 +0100] "GET /b.html HTTP/1.1" 200 3000 "-" "BOT"
        192.0.2.7 - - [26/Nov/2026:08:00:01 +0100] "GET /b.html HTTP/1.1" 200 3100 "-" "BOT"
        192.0.2.9 - kim [26/Nov/2026:08:00:01 +0100] "GET /q\\"uote HTTP/1.1" 200 10 "-" "say \\"hi\\""
        192.0.2.9 - - [26/Nov/2026:08:00:01 +0100] "-" 408 - "-" "-"
        """
            .replace("BOT", BOT);

    var result = preview(log);

    assertThat(result.malformed()).isZero();
    assertThat(result.lines()).isEqualTo(8);
    assertThat(result.rows())
        .extracting(PreviewRow::crawler)
        .containsExactly("ExampleBot", "say", CrawlerToken.NONE);
    assertThat(result.rows().getFirst())
        .isEqualTo(
            new PreviewRow(
                "ExampleBot",
                6,
                2,
                14_296,
                5,
                1,
                2,
                1,
                3,
                estimate(3, 19_100),
                estimate(3, 11_100),
                0,
                ""));
    assertThat(result.rows().getFirst().unchangedPercent()).isEqualTo(40.0);
  }

  private static long estimate(long visits, long bytes) {
    return visits * 12_288 + bytes / 100 * 20;
  }

  @Test
  void linesOfJsonReportTheirETagWhichDecides() throws IOException {
    var line =
        "{\"time_iso8601\":\"2026-11-24T08:00:00+00:00\",\"request\":\"GET /a HTTP/2.0\","
            + "\"status\":\"200\",\"body_bytes_sent\":\"100\",\"http_user_agent\":\"abot/1\","
            + "\"sent_http_etag\":\"ETAG\"}\n";

    var row =
        preview(
                line.replace("ETAG", "\\\"1\\\"")
                    + line.replace("ETAG", "W/\\\"1\\\"").replace("\"100\"", "90")
                    + line.replace("ETAG", "\\\"2\\\""))
            .rows()
            .getFirst();

    assertThat(row.crawler()).isEqualTo("abot");
    assertThat(row.repeated()).isEqualTo(2);
    assertThat(row.repeatedAlike()).isEqualTo(1);
  }

  @Test
  void whatTheRealNginxWritesIsCounted() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/sbin/nginx")), "nginx is not installed");
    var www = Files.createDirectory(folder.resolve("www"));
    Files.writeString(www.resolve("index.html"), "x".repeat(4_000));
    Files.writeString(www.resolve("page.html"), "y".repeat(2_000));
    var held = HeldPort.take();
    int port = held.number();
    var nginx = nginx(port);
    try (held;
        var client = HttpClient.newHttpClient()) {
      var first = get(client, port, "/", "");
      var etag = first.headers().firstValue("ETag").orElseThrow();
      assertThat(get(client, port, "/", etag).statusCode()).isEqualTo(304);
      get(client, port, "/", "");
      get(client, port, "/page.html?a=\"%0a", "");
      get(client, port, "/../../etc/passwd", "");
    } finally {
      nginx.destroy();
      assertThat(nginx.waitFor(20, TimeUnit.SECONDS)).isTrue();
    }

    for (var name : List.of("combined.log", "json.log")) {
      var preview = new AccessLogPreview(Optional.of(www));
      preview.add(folder.resolve(name));
      var result = preview.result();

      assertThat(result.malformed()).as(result.firstMalformed().toString()).isZero();
      var row = result.rows().getFirst();
      assertThat(row.crawler()).isEqualTo("ExampleBot");
      assertThat(row.requests()).isEqualTo(4);
      // nginx refuses a path that leads out of its root before it has read the user agent.
      assertThat(result.rows().getLast().crawler()).isEqualTo(CrawlerToken.NONE);
      assertThat(row.pages()).isEqualTo(2);
      assertThat(row.notModified()).isEqualTo(1);
      assertThat(row.repeatedAlike()).isEqualTo(1);
      assertThat(row.bytes()).isBetween(10_000L, 11_000L);
      assertThat(row.inFolder()).isEqualTo(2);
    }
  }

  /// A server whose log goes into two files, by both formats.
  private Process nginx(int port) throws Exception {
    var config =
        """
        daemon off; master_process off; pid FOLDER/pid; error_log FOLDER/error.log;
        events { worker_connections 64; }
        http {
          log_format json escape=json '{"time":"$time_iso8601","request":"$request",'
            '"status":$status,"body_bytes_sent":$body_bytes_sent,'
            '"http_user_agent":"$http_user_agent","sent_http_etag":"$sent_http_etag"}';
          client_body_temp_path FOLDER/t1; proxy_temp_path FOLDER/t2; fastcgi_temp_path FOLDER/t3;
          uwsgi_temp_path FOLDER/t4; scgi_temp_path FOLDER/t5;
          server {
            listen 127.0.0.1:PORT; root FOLDER/www;
            access_log FOLDER/combined.log combined; access_log FOLDER/json.log json;
          }
        }
        """
            .replace("FOLDER", folder.toString())
            .replace("PORT", Integer.toString(port));
    Files.writeString(folder.resolve("nginx.conf"), config);
    var nginx =
        new ProcessBuilder(
                "/usr/sbin/nginx",
                "-p",
                folder.toString(),
                "-c",
                folder.resolve("nginx.conf") + "",
                "-e",
                "stderr")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("nginx.out").toFile())
            .start();
    Awaitility.await()
        .until(
            () -> {
              try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return socket.isConnected();
              } catch (IOException _) {
                return false;
              }
            });
    return nginx;
  }

  private static HttpResponse<String> get(HttpClient client, int port, String path, String etag)
      throws Exception {
    var raw = path.replace("\"", "%22");
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + raw))
            .header("User-Agent", BOT);
    if (!etag.isEmpty()) {
      request.header("If-None-Match", etag);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aMalformedLineIsCountedAndNamedByLineAndColumn() throws IOException {
    var good = "1.2.3.4 - - [24/Nov/2026:08:00:00 +0000] \"GET / HTTP/1.1\" 200 1 \"-\" \"abot\"\n";
    var result =
        preview(
            good
                + "\n"
                + "1.2.3.4 - - [24/Nov/2026:08:00:00 +0000] \"GET / HTTP/1.1\" two 1 \"-\" \"b\"\n"
                + "1.2.3.4 - - [24/Nov\n"
                + "{\"status\": 200, \"status\": 201}\n"
                + "{\"status\": 200}\n"
                + "hello\n"
                + good);

    assertThat(result.lines()).isEqualTo(7);
    assertThat(result.malformed()).isEqualTo(5);
    var file = folder.resolve("access.log");
    assertThat(result.firstMalformed().get(0))
        .startsWith(file + ":3:59: ")
        .contains("a status of three digits");
    assertThat(result.firstMalformed().get(1)).startsWith(file + ":4:13: ");
    assertThat(result.firstMalformed().get(2)).contains("without repeated members");
    assertThat(result.rows().getFirst().requests()).isEqualTo(2);
  }

  @Test
  void aLineOfAGigabyteTakesNoMemory() throws IOException {
    var file = folder.resolve("huge.log.gz");
    var member = packed(new byte[64 << 20]);
    try (var out = Files.newOutputStream(file)) {
      for (int i = 0; i < 16; i++) {
        out.write(member);
      }
      out.write(
          packed(
              "\n1.2.3.4 - - [24/Nov/2026:08:00:00 +0000] \"GET / HTTP/1.1\" 200 1 \"-\" \"abot\"\n"
                  .getBytes(StandardCharsets.US_ASCII)));
    }
    var preview = new AccessLogPreview(Optional.empty());
    preview.add(file);

    assertThat(preview.result().malformed()).isEqualTo(1);
    assertThat(preview.result().rows()).hasSize(1);
  }

  private static byte[] packed(byte[] octets) throws IOException {
    var packed = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(packed)) {
      out.write(octets);
    }
    return packed.toByteArray();
  }

  @Test
  void namesWithoutEndAreCountedTogether() throws IOException {
    var log = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      log.append("1.2.3.4 - - [24/Nov/2026:08:00:00 +0000] \"GET /")
          .append(i)
          .append(" HTTP/1.1\" 200 1 \"-\" \"n")
          .append(i)
          .append("\"\n");
    }
    assertThat(preview(log.toString()).rows()).hasSizeLessThanOrEqualTo(1_001);
  }

  @Test
  void aTargetThatLeadsOutOfTheFolderIsNoFileOfIt() throws IOException {
    var www = Files.createDirectory(folder.resolve("www"));
    Files.writeString(folder.resolve("secret"), "x");
    Files.writeString(www.resolve("a b"), "x");
    var log = new StringBuilder();
    for (var target : List.of("/../secret", "/%2e%2e/secret", "/%00", "//", "/a%20b", "/%zz")) {
      log.append("1.2.3.4 - - [24/Nov/2026:08:00:00 +0000] \"GET ")
          .append(target)
          .append(" HTTP/1.1\" 200 1 \"-\" \"abot\"\n");
    }
    Files.writeString(folder.resolve("access.log"), log);
    var preview = new AccessLogPreview(Optional.of(www));
    preview.add(folder.resolve("access.log"));

    assertThat(preview.result().rows().getFirst().inFolder()).isEqualTo(1);
  }

  @Test
  void aFullTableCountsFurtherPagesAsUnreported() {
    var table = new PageTable(5_000);
    int full = 0;
    for (int i = 0; i < 6_000; i++) {
      int slot = table.find(1, "/" + i);
      if (slot < 0) {
        full++;
      } else {
        table.keep(slot, i, 0);
      }
    }
    assertThat(full).isEqualTo(1_000);
    for (int i = 0; i < 5_000; i++) {
      assertThat(table.size(table.find(1, "/" + i))).isEqualTo(i);
    }
  }

  /// The form of `log` of Caddy 2.
  @Test
  void linesOfCaddyAreCounted() throws IOException {
    var line =
        "{\"level\":\"info\",\"ts\":TIME,\"logger\":\"http.log.access.log0\",\"msg\":\"handled"
            + " request\",\"request\":{\"remote_ip\":\"192.0.2.7\","
            + "\"remote_port\":\"51234\",\"client_ip\":\"192.0.2.7\",\"proto\":\"HTTP/2.0\","
            + "\"method\":\"GET\",\"host\":\"a.example\",\"uri\":\"/a?b=1\",\"headers\":{\"User-Agent\":[\"Mozilla/5.0"
            + " (compatible; GPTBot/1.2;"
            + " +https://openai.com/gptbot)\"],\"Accept\":[\"*/*\"]}},\"bytes_read\":0,\"user_id\":\"\",\"duration\":0.000929675,\"size\":10900,\"status\":200,\"resp_headers\":{\"Server\":[\"Caddy\"],\"Etag\":[\"\\\"abc\\\"\"]}}\n";
    var result =
        preview(
            line.replace("TIME", "1764000000.1234567")
                + line.replace("TIME", "1764086400.5").replace("10900", "10901"));
    assertThat(result.malformed()).as(result.firstMalformed().toString()).isZero();
    var row = result.rows().getFirst();
    assertThat(row.crawler()).isEqualTo("GPTBot");
    assertThat(row.purpose()).isEqualTo("ai");
    assertThat(row.pages()).isOne();
    assertThat(row.bytes()).isEqualTo(21_801);
    assertThat(row.visits()).isEqualTo(2);
    assertThat(row.repeatedAlike()).isOne();
  }

  @Test
  void linesWithAVirtualHostANameWithBlanksOrNoUserAgentAreCounted() throws IOException {
    var rest = "[24/Nov/2026:08:00:00 +0000] \"GET /a HTTP/1.1\" 200 5";
    var result =
        preview(
            String.join(
                "\n",
                "a.example:443 192.0.2.7 - - " + rest + " \"-\" \"abot/1\"",
                "192.0.2.7 - Kim von der Alm " + rest + " \"-\" \"abot/1\"",
                "192.0.2.7 - \"kim [x] y\" " + rest + " \"-\" \"abot/1\"",
                "192.0.2.7 - - " + rest,
                "192.0.2.7 - " + rest,
                ""));
    assertThat(result.rows())
        .extracting(PreviewRow::crawler, PreviewRow::requests)
        .containsExactly(Tuple.tuple("abot", 3L), Tuple.tuple(CrawlerToken.NONE, 1L));
    assertThat(result.firstMalformed())
        .singleElement()
        .asString()
        .contains(":5:13: ", "an address and two names");
  }

  @Test
  void theHostsOwnRequestsAreLeftOut() throws IOException {
    var line = "::1 - - [24/Nov/2026:08:00:00 +0000] \"GET / HTTP/1.1\" 200 5 \"-\" \"%s\"\n";
    var result = preview(line.formatted("sojourn-host") + line.formatted("abot"));
    assertThat(result.own()).isOne();
    assertThat(result.rows()).extracting(PreviewRow::crawler).containsExactly("abot");
  }

  @Test
  void fetchersForAssistantsAndModelsAreKnownByTheirDocumentedNames() {
    for (var name :
        List.of(
            "GPTBot",
            "ChatGPT-User",
            "OAI-SearchBot",
            "ClaudeBot",
            "Claude-User",
            "PerplexityBot",
            "CCBot",
            "Bytespider",
            "Amazonbot",
            "Applebot",
            "meta-externalagent")) {
      var agent = "Mozilla/5.0 AppleWebKit/537.36 (compatible; %s/1.0; +https://x.example/)";
      assertThat(CrawlerToken.of(agent.formatted(name))).isEqualTo(name);
      assertThat(CrawlerToken.of(name.toUpperCase(Locale.ROOT))).isEqualTo(name);
      assertThat(KnownCrawlers.of(name)).isPresent();
    }
    // Tokens of robots.txt alone.
    assertThat(KnownCrawlers.of("Google-Extended")).isEmpty();
    assertThat(KnownCrawlers.of("Applebot-Extended")).isEmpty();
  }

  @Test
  void aWordInsideAUrlOrAMailAddressNamesNoCrawler() {
    for (var agent :
        List.of(
            "Mozilla/5.0 (X11) Chrome/140 +http://example.org/GPTBot/crawler",
            "Mozilla/5.0 (X11; www.example.org/bot;) Firefox/140.0",
            "Mozilla/5.0 (X11; ClaudeBot@example.org) Firefox/140.0")) {
      assertThat(CrawlerToken.of(agent)).as(agent).isEqualTo(CrawlerToken.BROWSERS);
    }
    assertThat(CrawlerToken.of("Mozilla/5.0 (compatible; Bytespider; spider-feedback@x.example)"))
        .isEqualTo("Bytespider");
    assertThat(CrawlerToken.of("meta-externalagent/1.1 (+https://x.example/sharing/crawler)"))
        .isEqualTo("meta-externalagent");
    assertThat(CrawlerToken.of("NotGPTBot-x/1")).isEqualTo("NotGPTBot-x");
  }

  @Test
  void theNameOfACrawlerIsItsProductToken() {
    assertThat(CrawlerToken.of(BOT)).isEqualTo("ExampleBot");
    assertThat(
            CrawlerToken.of(
                "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"))
        .isEqualTo("Googlebot");
    assertThat(CrawlerToken.of("Mozilla/5.0 (compatible; Baiduspider/2.0; +http://b.example)"))
        .isEqualTo("Baiduspider");
    assertThat(CrawlerToken.of("facebookexternalhit/1.1")).isEqualTo("facebookexternalhit");
    assertThat(CrawlerToken.of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko Firefox/140.0"))
        .isEqualTo(CrawlerToken.BROWSERS);
    assertThat(CrawlerToken.of("Mozilla/5.0 (Linux; Android 9; CUBOT_X19) Chrome/80"))
        .isEqualTo(CrawlerToken.BROWSERS);
    assertThat(CrawlerToken.of("curl/8.5.0")).isEqualTo("curl");
    assertThat(CrawlerToken.of(" ")).isEqualTo(CrawlerToken.NONE);
    assertThat(CrawlerToken.of("bot".repeat(5_000)).length()).isLessThanOrEqualTo(60);
  }

  private AccessLogPreview.Result preview(String log) throws IOException {
    var file = folder.resolve("access.log");
    Files.writeString(file, log);
    var preview = new AccessLogPreview(Optional.empty());
    preview.add(file);
    return preview.result();
  }
}
