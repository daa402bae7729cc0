package dev.sojourn.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.toml.TomlError;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A site's root and the daemon's own files lie apart: an agent can take home all that it can read.
class SiteRootTest {
  @TempDir Path folder;
  private Path www;

  @BeforeEach
  void layOutTheSite() throws IOException {
    folder = folder.toRealPath();
    www = Files.createDirectory(folder.resolve("www"));
  }

  @Test
  void theDataMayNotLieInsideARoot() {
    assertRefused("www/data", "www", "data is \"" + www.resolve("data"));
    assertRefused("www", "www", "data is \"" + www);
  }

  @Test
  void aRootMayNotLieInsideTheData() throws IOException {
    Files.createDirectories(folder.resolve("data/www"));

    assertRefused("data", "data/www", "data is \"" + folder.resolve("data"));
  }

  @Test
  void aLinkDoesNotHideThatTheDataLieInsideARoot() throws IOException {
    Files.createDirectories(www.resolve("inside"));
    Files.createSymbolicLink(folder.resolve("elsewhere"), www.resolve("inside"));
    Files.createSymbolicLink(folder.resolve("site"), www);

    assertRefused("elsewhere", "www", "data is \"" + folder.resolve("elsewhere"));
    assertRefused("elsewhere/not/yet/made", "www", "elsewhere/not/yet/made");
    assertRefused("www/data", "site", "data is \"" + www.resolve("data"));
  }

  @Test
  void aFolderWhoseNameBeginsAlikeIsAnother() {
    assertThat(errors("www-data", "www", "")).isEmpty();
  }

  @Test
  void theConfigurationMayNotLieInsideARoot() {
    assertRefused("data/../../data", ".", "the configuration is \"" + folder.resolve("host.toml"));
  }

  @Test
  void noKeyMayLieInsideARoot() throws Exception {
    TestCertificate.write(www);
    var tls = "[tls]\ncertificate = \"www/host.pem\"\nkey = \"key.pem\"\n";
    Files.move(www.resolve("host.key"), folder.resolve("key.pem"));
    assertThat(errors("data", "www", tls)).singleElement().asString().contains("tls.certificate");

    Files.move(folder.resolve("key.pem"), www.resolve("key.pem"));
    Files.move(www.resolve("host.pem"), folder.resolve("host.pem"));
    Files.createSymbolicLink(folder.resolve("key.pem"), www.resolve("key.pem"));
    assertThat(errors("data", "www", tls.replace("www/", "")))
        .singleElement()
        .asString()
        .contains(":4:1: site.root: ", "tls.key is \"" + folder.resolve("key.pem"));

    new KeySet(List.of(SigningKey.generate(new SecureRandom()).verifyKey()))
        .write(www.resolve("owner.jwk"));
    assertThat(errors("data", "www", "[[trust]]\nname = \"a\"\nkeys = \"www/owner.jwk\"\n"))
        .singleElement()
        .asString()
        .contains("trust.keys is ");
  }

  @Test
  void theWholeMachineIsNoSite() {
    assertThat(errors("data", "/", "")).singleElement().asString().contains("the whole machine");
  }

  private void assertRefused(String data, String root, String named) {
    assertThat(errors(data, root, ""))
        .singleElement()
        .asString()
        .startsWith(folder.resolve("host.toml") + ":4:1: site.root: found \"")
        .contains(named, "an agent could read them");
  }

  private List<String> errors(String data, String root, String more) {
    var toml =
        "data = \"%s\"\n[[site]]\norigin = \"http://site.example\"\nroot = \"%s\"\n"
            .formatted(data, root);
    return switch (ConfigReader.parse(
        toml + more, folder.resolve("host.toml"), Map.of(), Instant.now())) {
      case ConfigReading.Valid _ -> List.of();
      case ConfigReading.Invalid invalid ->
          invalid.errors().stream().map(TomlError::toString).toList();
    };
  }
}
