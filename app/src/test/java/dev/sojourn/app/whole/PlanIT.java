package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.SimpleFileServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The example of the Mobile-agent-server draft, section 4, through the whole of the command.
final class PlanIT {
  private static final String ROBOTS =
      """
      Mobile-agent-server: / atp://www.fict.org:8001
      Mobile-agent-server: /home/ none
      Mobile-agent-server: /home/user1/ atp://user1.fict.org:854
      Mobile-agent-server: /home/user2/ atp://user2.fict.org:831
      """;

  /// The draft's table prints user1.fict.org:831 for user2, which contradicts its own record.
  private static final Map<String, String> TABLE = new LinkedHashMap<>();

  static {
    TABLE.put("/index.html", "atp://www.fict.org:8001");
    TABLE.put("/services/", "atp://www.fict.org:8001");
    TABLE.put("/services/index.html", "atp://www.fict.org:8001");
    TABLE.put("/robots.txt", "atp://www.fict.org:8001");
    TABLE.put("/home/", "not available");
    TABLE.put("/home/user1/", "atp://user1.fict.org:854");
    TABLE.put("/home/user1/index.html", "atp://user1.fict.org:854");
    TABLE.put("/home/user2/", "atp://user2.fict.org:831");
    TABLE.put("/home/user2/index.html", "atp://user2.fict.org:831");
    TABLE.put("/home/user3/", "not available");
    TABLE.put("/home/user3/index.html", "not available");
  }

  @TempDir private Path temp;

  @Test
  void printsTheTableOfTheDraft() throws IOException {
    var root = Files.createDirectory(temp.resolve("root"));
    Files.writeString(root.resolve("robots.txt"), ROBOTS);
    var server =
        SimpleFileServer.createFileServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            root,
            SimpleFileServer.OutputLevel.NONE);
    server.start();
    try {
      var origin = "http://127.0.0.1:" + server.getAddress().getPort();
      var urls = temp.resolve("urls.txt");
      Files.write(urls, TABLE.keySet().stream().map(path -> origin + path).toList());

      var plan = Program.here("plan", origin + "/", "--urls", urls.toString()).succeeded();
      var json = Program.here("plan", origin + "/", "--json").succeeded();

      var rows = new LinkedHashMap<String, String>();
      plan.out()
          .lines()
          .filter(line -> line.startsWith(origin))
          .map(line -> line.substring(origin.length()).split(" {2,}", 2))
          .forEach(row -> rows.put(row[0], row[1]));
      assertThat(rows).containsExactlyEntriesOf(TABLE);
      assertThat(new ObjectMapper().readTree(json.out()).toString())
          .contains("atp://user2.fict.org:831", "/home/user2/", "\"line\":4");
    } finally {
      server.stop(0);
    }
  }
}
