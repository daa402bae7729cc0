package dev.sojourn.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WebServerIT {
  @TempDir private Path root;

  @Test
  void servesTheFolderOnLoopback() throws IOException, InterruptedException {
    Files.writeString(root.resolve("index.html"), "<p>hello</p>");
    Files.writeString(root.resolve("robots.txt"), "User-agent: *\n");
    try (var server = WebServer.start(root);
        var client = HttpClient.newHttpClient()) {
      var page = get(client, server.origin() + "/");
      var robots = get(client, server.origin() + "/robots.txt");

      assertThat(page.body()).isEqualTo("<p>hello</p>");
      assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html");
      assertThat(robots.body()).isEqualTo("User-agent: *\n");
    }
  }

  private static HttpResponse<String> get(HttpClient client, String url)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
  }
}
