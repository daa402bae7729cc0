package dev.sojourn.robots;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.testing.SharedData;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/// The cases of robots.txt that these tests decide: a small sample in the repository, and the
/// shared test data, if that is there (`SharedData`).
enum RobotsData {
  SAMPLE,
  SHARED;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SAMPLES = Path.of("src/test/resources/dev/sojourn/robots/sample");

  /// {@return the data that is there; says so if the shared data is missing}
  static Stream<RobotsData> present() {
    if (SharedData.directory("robots").isPresent()) {
      return Stream.of(values());
    }
    System.out.println(
        "skipped: the cases of shared/data/robots, which is not there (-Dsojourn.data=DIRECTORY"
            + " names another directory); the sample is tested");
    return Stream.of(SAMPLE);
  }

  List<JsonNode> lines(String name) {
    var cases = new ArrayList<JsonNode>();
    try (var in = open(name)) {
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
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

  private InputStream open(String name) throws IOException {
    var directory =
        switch (this) {
          case SAMPLE -> SAMPLES;
          case SHARED -> SharedData.directory("robots").orElseThrow();
        };
    var file = directory.resolve(name);
    return Files.exists(file)
        ? Files.newInputStream(file)
        : new GZIPInputStream(Files.newInputStream(directory.resolve(name + ".gz")));
  }

  static byte[] robots(JsonNode each) {
    return each.has("robots_b64")
        ? Base64.getDecoder().decode(each.get("robots_b64").asText())
        : each.get("robots").asText().getBytes(StandardCharsets.UTF_8);
  }
}
