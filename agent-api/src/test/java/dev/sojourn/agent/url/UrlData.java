package dev.sojourn.agent.url;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.testing.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// The cases of URLs and hosts that these tests read: a small sample in the repository, and the URL
/// Standard's own vectors, if they are there (`SharedData`).
public enum UrlData {
  SAMPLE,
  SHARED;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path SAMPLES = Path.of("src/test/resources/dev/sojourn/agent/url/sample");

  /// {@return the data that is there; says so if the shared data is missing}
  public static Stream<UrlData> present() {
    if (SharedData.directory("url").isPresent()) {
      return Stream.of(values());
    }
    System.out.println(
        "skipped: the cases of shared/data/url, which is not there (-Dsojourn.data=DIRECTORY names"
            + " another directory); the sample is tested");
    return Stream.of(SAMPLE);
  }

  /// {@return the cases of a file; comments among them are left out}
  public List<JsonNode> cases(String name) {
    var directory =
        switch (this) {
          case SAMPLE -> SAMPLES;
          case SHARED -> SharedData.directory("url").orElseThrow();
        };
    try (var in = Files.newInputStream(directory.resolve(name))) {
      return StreamSupport.stream(JSON.readTree(in).spliterator(), false)
          .filter(JsonNode::isObject)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
