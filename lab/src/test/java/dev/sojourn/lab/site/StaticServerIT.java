package dev.sojourn.lab.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The web server of the demo and of the lab, asked by the client of the JDK.
final class StaticServerIT {
  private static final String PAGE = "<p>hello</p>".repeat(1_000);

  @TempDir private Path temp;

  @Test
  void servesTheFolderOnLoopbackAndPacksWhereThatIsAskedFor() throws Exception {
    var root = Files.createDirectory(temp.resolve("site"));
    Files.writeString(root.resolve("index.html"), PAGE);
    var log = temp.resolve("access.log");
    byte[] packed;
    try (var server = StaticServer.start(root, log, false, true);
        var client = HttpClient.newHttpClient()) {
      var url = "http://127.0.0.1:" + server.port() + "/";
      var plain = get(client, HttpRequest.newBuilder(URI.create(url)));
      assertThat(plain.body()).asString(StandardCharsets.UTF_8).isEqualTo(PAGE);
      assertThat(plain.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
      assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();

      var gzip =
          get(client, HttpRequest.newBuilder(URI.create(url)).header("Accept-Encoding", "gzip"));
      assertThat(gzip.headers().firstValue("Content-Encoding")).hasValue("gzip");
      assertThat(gzip.headers().firstValue("Vary")).hasValue("Accept-Encoding");
      packed = gzip.body();
    }
    assertThat(packed.length).isLessThan(PAGE.length() / 10);
    try (var in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      assertThat(in.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo(PAGE);
    }
    assertThat(log).content().hasLineCount(2);
  }

  private static HttpResponse<byte[]> get(HttpClient client, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }
}
