package dev.sojourn.robots;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;

/// The shared test data, which lies beside the repository and not in it: `../shared/data/robots`,
/// or `robots` below the directory that system property `sojourn.data` names.
final class RobotsData {

  private static final ObjectMapper JSON = new ObjectMapper();

  private RobotsData() {}

  /// A file of the data; without it the test is skipped.
  static Path file(String name) {
    var given = System.getProperty("sojourn.data");
    if (given != null) {
      return present(Path.of(given, "robots", name));
    }
    for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      var candidate = at.resolve("shared/data/robots").resolve(name);
      if (Files.exists(candidate)) {
        return candidate;
      }
    }
    return present(Path.of("../shared/data/robots", name));
  }

  private static Path present(Path file) {
    assumeTrue(Files.exists(file), () -> "skipped: there is no shared test data at " + file);
    return file;
  }

  static List<JsonNode> lines(String name) {
    var file = file(name);
    var cases = new ArrayList<JsonNode>();
    try (var in = Files.newInputStream(file)) {
      var stream = name.endsWith(".gz") ? new GZIPInputStream(in) : in;
      var text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
      for (var line : text.lines().toList()) {
        if (!line.isBlank()) {
          cases.add(JSON.readTree(line));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return cases;
  }

  static byte[] robots(JsonNode each) {
    return each.has("robots_b64")
        ? Base64.getDecoder().decode(each.get("robots_b64").asText())
        : each.get("robots").asText().getBytes(StandardCharsets.UTF_8);
  }
}
