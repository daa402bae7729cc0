package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/// The OCI image, read back as a container runtime reads it, and run without one. Runs in the
/// profile `oci`; only root tries its root file system.
class OciImageIT {
  private static final Path IMAGE = Path.of("target/sojourn-host-oci.tar").toAbsolutePath();
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path temporary;

  static boolean isBuilt() {
    return Files.exists(IMAGE);
  }

  static boolean canBeRun() {
    return DaemonInRoot.canBeTried(IMAGE);
  }

  @Test
  @EnabledIf("isBuilt")
  void eachBlobHasItsDigestAndTheImageSaysAsWhomItRunsAndWhatItKeeps() throws Exception {
    var layout = layout();
    assertThat(read(layout.resolve("oci-layout")).get("imageLayoutVersion"))
        .hasToString("\"1.0.0\"");
    var index = read(layout.resolve("index.json"));
    assertThat(index.get("manifests")).hasSize(1);
    var manifest = read(blob(layout, index.get("manifests").get(0)));
    var config = read(blob(layout, manifest.get("config")));
    var layer = blob(layout, manifest.get("layers").get(0));
    try (var tar = new GZIPInputStream(Files.newInputStream(layer), 1 << 16)) {
      assertThat(config.get("rootfs").get("diff_ids").get(0).asText())
          .isEqualTo("sha256:" + Digest.of(tar.readAllBytes()).hex());
    }

    var run = config.get("config");
    assertThat(run.get("User").asText()).isEqualTo("10434:10434");
    assertThat(run.get("Entrypoint"))
        .hasToString("[\"/usr/bin/first-process\",\"/usr/bin/sojourn-host\"]");
    assertThat(run.get("Cmd")).hasToString("[\"run\",\"--config\",\"/etc/sojourn/host.toml\"]");
    assertThat(names(run.get("ExposedPorts"))).containsExactly("10435/tcp");
    assertThat(names(run.get("Volumes")))
        .containsExactly("/etc/sojourn", "/srv/www", "/var/lib/sojourn");
    assertThat(config.get("os").asText()).isEqualTo("linux");
    try (var blobs = Files.list(layout.resolve("blobs/sha256"))) {
      assertThat(blobs).hasSize(3);
    }
  }

  @Test
  @EnabledIf("canBeRun")
  void itsRootServesAFirstVisitorAsItsUserWithAllNamespacesAndAStartCache() throws Exception {
    var layout = layout();
    var index = read(layout.resolve("index.json"));
    var manifest = read(blob(layout, index.get("manifests").get(0)));
    var config = read(blob(layout, manifest.get("config"))).get("config");
    var root = Files.createDirectory(temporary.resolve("root"));
    var layer = blob(layout, manifest.get("layers").get(0)).toString();
    DaemonInRoot.run(List.of("tar", "-C", root.toString(), "-xpzf", layer));
    var user = config.get("User").asText().split(":", -1)[0];
    var inRoot = new DaemonInRoot(root, user);

    assertThat(inRoot.run("sojourn-host", "--version")).startsWith("sojourn-host ");
    assertThat(inRoot.run("sh", "-c", "sojourn-host check --config /etc/sojourn/host.toml; true"))
        .contains("host.toml:", "tls.certificate");
    assertThat(mapped(inRoot)).as("the cache is used in the image, too").isTrue();
    var log =
        inRoot.serveAVisitor(
            words(config), "listen = \"127.0.0.1:0\"\ndata = \"/var/lib/sojourn\"\n");
    assertThat(log).doesNotContain("WARN");
    // It finds processes that are left behind, as ended ones for which no first process waits.
    var examination = words(config).subList(0, 2).toArray(String[]::new);
    assertThat(inRoot.run(with(examination, "doctor", "--family", "identity")))
        .contains(" 0 escaped, 0 not as they must.")
        .contains("Nothing got out.");
  }

  private static String[] with(String[] words, String... more) {
    return Stream.of(words, more).flatMap(Stream::of).toArray(String[]::new);
  }

  /// Whether the runtime takes the classes of the daemon out of the cache.
  private static boolean mapped(DaemonInRoot inRoot) throws Exception {
    var said =
        inRoot.run("env", "SOJOURN_JAVA_OPTIONS=-Xlog:class+load", "sojourn-host", "--version");
    return said.contains("dev.sojourn.host.command.HostMain source: shared objects file");
  }

  private static JsonNode read(Path file) throws IOException {
    return JSON.readTree(Files.readAllBytes(file));
  }

  private static List<String> words(JsonNode config) {
    var words = new ArrayList<String>();
    config.get("Entrypoint").forEach(word -> words.add(word.asText()));
    config.get("Cmd").forEach(word -> words.add(word.asText()));
    return words;
  }

  private static List<String> names(JsonNode object) {
    var names = new ArrayList<String>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private Path layout() throws Exception {
    var layout = Files.createDirectory(temporary.resolve("layout"));
    DaemonInRoot.run(List.of("tar", "-C", layout.toString(), "-xf", IMAGE.toString()));
    return layout;
  }

  /// The file of a descriptor, which has the size and the digest that this names.
  private static Path blob(Path layout, JsonNode descriptor) throws IOException {
    var digest = descriptor.get("digest").asText();
    assertThat(digest).startsWith("sha256:");
    var file = layout.resolve("blobs/sha256").resolve(digest.substring("sha256:".length()));
    assertThat(Files.size(file)).isEqualTo(descriptor.get("size").asLong());
    assertThat("sha256:" + Digest.of(Bytes.wrap(Files.readAllBytes(file))).hex()).isEqualTo(digest);
    return file;
  }
}
