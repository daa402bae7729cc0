package dev.sojourn.dispatcher.cli;

import static dev.sojourn.dispatcher.cli.CommandLines.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.DirectoryLimits;
import dev.sojourn.identity.KeyDirectory;
import dev.sojourn.identity.signature.SignedDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyDirectoryCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final AgentUrl ORIGIN = new AgentUrl("https://crawler.example");

  @TempDir private Path folder;
  private String key;

  @BeforeEach
  void setUp() {
    key = folder.resolve("owner.key").toString();
  }

  @Test
  void publishesBothKeysEachWithItsProof() throws Exception {
    var made = JSON.readTree(run("key", "new", key, "--json").out());
    var out = folder.resolve("directory");

    var ran = run("key", "directory", "https://Crawler.example/", "--key", key, "-o", out + "");

    assertThat(ran.exit()).isZero();
    var body = Bytes.wrap(Files.readAllBytes(out.resolve("directory.json")));
    var directory = KeyDirectory.read(body, ORIGIN, DirectoryLimits.DEFAULT);
    var http = made.path("httpId").asText();
    var agents = made.path("id").asText();
    assertThat(directory.keys().stream().map(e -> e.key().id())).containsExactly(http, agents);
    assertThat(body.asUtf8()).doesNotContain("\"d\"");
    var fields = Files.readAllLines(out.resolve("directory.headers"));
    var proven =
        SignedDirectory.proven(
            ORIGIN,
            directory,
            body,
            name ->
                fields.stream()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ": "))
                    .map(line -> line.substring(name.length() + 2))
                    .toList(),
            Instant.now());
    assertThat(proven).containsExactly(http, agents);
    assertThat(Files.readString(out.resolve("directory.nginx.conf")))
        .contains("location = /.well-known/http-message-signatures-directory {")
        .contains("default_type application/http-message-signatures-directory+json;")
        .contains("add_header Signature 'key1=:");
  }

  @Test
  void refusesOneKeyForTwoPurposesAndSaysWhereToGetAnother() throws Exception {
    run("key", "new", key);

    var same = run("key", "directory", ORIGIN.text(), "--key", key, "--http-key", key);
    assertThat(same.exit()).isEqualTo(5);
    assertThat(same.err()).contains("each purpose needs its own");
    Files.delete(Path.of(key + ".http"));
    var absent = run("key", "directory", ORIGIN.text(), "--key", key);
    assertThat(absent.exit()).isEqualTo(5);
    assertThat(absent.err()).contains("key new FILE");
    assertThat(run("key", "directory", ORIGIN + "/path", "--key", key).exit()).isEqualTo(2);
    assertThat(run("key", "directory", ORIGIN.text(), "--key", key, "--days", "0").exit())
        .isEqualTo(2);
  }
}
