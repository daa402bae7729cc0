package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.host.command.HostLine;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.control.ConfigReload;
import dev.sojourn.host.control.LogTail;
import dev.sojourn.host.page.PageStore;
import dev.sojourn.host.site.FolderMemory;
import dev.sojourn.host.site.Sites;
import dev.sojourn.visit.view.ViewKey;
import dev.sojourn.visit.view.ViewKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An operator and the page store of a daemon.
class PageStoreIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String OTHER = "http://other.example";

  @TempDir Path temporary;

  @Test
  void anOperatorSeesAndDropsTheViewsOfEachSite() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(3);
    var more = "[[site]]\norigin = \"" + OTHER + "\"\nroot = \"www\"\n";
    var config = folder.config(List.of(), more);
    try (var _ = RunningHost.start(config)) {
      assertThat(host("pages", config).exitCode()).isEqualTo(4);
    }
    keepViews(config, 5);
    try (var host = RunningHost.start(config)) {
      host.daemon().control(() -> new ConfigReload.Kept(List.of()), LogTail.install());
      awaitViews(config, 5);
      var table = host("pages", config);
      assertThat(table.exitCode()).isZero();
      assertThat(table.out())
          .startsWith("SITE ")
          .containsPattern(Owner.SITE + " +5 +500 +0 +0 +-\n")
          .containsPattern(OTHER + " +5 +500 ")
          .contains(" of 268,435,456 bytes on disk. 0 hits, 0 misses (-). ");
      assertThat(host("pages", config, "--site", OTHER).exitCode()).isEqualTo(2);
      var unknown = host("pages", config, "--drop", "--site", "http://nowhere.example");
      assertThat(unknown.exitCode()).isEqualTo(1);
      assertThat(unknown.err()).contains("No site here is http://nowhere.example;");

      assertThat(host("pages", config, "--drop", "--site", OTHER).out())
          .isEqualTo("5 views deleted.\n");
      assertThat(views(config)).containsExactly(0L, 5L);
      assertThat(host("pages", config, "--drop", "--json").out()).isEqualTo("{\"dropped\":5}\n");
      assertThat(views(config)).containsExactly(0L, 0L);
    }
  }

  @Test
  void aReloadThatChangesASiteDropsItsViewsAndNoOthers() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(3);
    var more = "[[site]]\norigin = \"" + OTHER + "\"\nroot = \"www\"\n";
    keepViews(folder.config(List.of(), more), 5);
    var config = folder.config(List.of(), more);
    try (var host = RunningHost.start(config)) {
      host.daemon().control(() -> new ConfigReload.Kept(List.of()), LogTail.install());
      awaitViews(config, 5);
      host.reload(folder.config(List.of(), more + "exclude = [\"page2.html\"]\n"));

      await().until(() -> views(config).equals(List.of(0L, 5L)));
      host.reload(folder.config(List.of(), ""));
      await().until(() -> views(config).equals(List.of(5L)));
      assertThat(host.daemon().reload(read(folder.config(List.of(), limits("0 B")))))
          .containsExactly("limits.page-store");
    }
  }

  /// A reload may close pages that the visit still reads from its own, earlier site.
  @Test
  void aVisitOfBeforeAReloadLeavesNoViewsInTheSiteOfAfter() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(1_000);
    try (var pages = StaticPageServer.of(folder);
        var owner = new Owner()) {
      folder.giveSlowly(pages.port(), 20);
      var config = folder.config(List.of(owner), "");
      try (var host = RunningHost.start(config)) {
        host.daemon().control(() -> new ConfigReload.Kept(List.of()), LogTail.install());
        var passport = owner.passport(host.address(), SentAgents.READING, SentAgents.READER);
        owner.host(host.address()).dispatch(owner.sign(passport, SentAgents.READING), true);
        await().until(() -> views(config).getFirst() >= 5);

        folder.giveSlowly(pages.port(), 21);
        host.reload(folder.config(List.of(owner), ""));
        await().until(() -> views(config).equals(List.of(0L)));
        long before = pagesRead(config);
        await().until(() -> pagesRead(config) >= before + 10);

        assertThat(host("stop", config, passport.agentId()).exitCode()).isZero();
        assertThat(views(config)).containsExactly(0L);
      }
    }
  }

  private static long pagesRead(Path config) throws IOException {
    return JSON.readTree(host("ps", config, "--json").out()).get("pages").asLong();
  }

  @Test
  void theFileIsPrivateAndInNoBackupAndGoesWithTheStore() throws Exception {
    var folder = new HostFolder(temporary);
    folder.chain(3);
    var config = folder.config(List.of(), "");
    keepViews(config, 3);
    var file = temporary.resolve("data/pages.db");
    try (var _ = RunningHost.start(config)) {
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      var backup = temporary.resolve("backup");
      assertThat(
              HostLine.run("backup", backup.toString(), "--config", config.toString()).exitCode())
          .isZero();
      try (var zip = new ZipFile(backup.toFile())) {
        assertThat(zip.stream().map(Object::toString))
            .contains("host.db")
            .noneMatch(name -> name.contains("pages"));
      }
    }
    var off = folder.config(List.of(), limits("0 B"));
    try (var host = RunningHost.start(off)) {
      host.daemon().control(() -> new ConfigReload.Kept(List.of()), LogTail.install());
      assertThat(file).doesNotExist();
      assertThat(host("pages", off).out()).startsWith("The page store is off");
    }
    assertThat(HostLine.run("check", "--config", off.toString()).out())
        .contains("No views of pages are kept, and made by ");
  }

  private static String limits(String pageStore) {
    return "[limits]\npage-store = \"" + pageStore + "\"\n";
  }

  /// As visits will do.
  private static void keepViews(Path file, int views) throws IOException, InterruptedException {
    var config = read(file);
    Files.createDirectories(config.data());
    var sites =
        Sites.open(
            config.sites(),
            config.privatePaths(),
            new FolderMemory(config.data()),
            InstantSource.system());
    try (var store = PageStore.open(config.data(), 32 << 20, InstantSource.system())) {
      store.serve(sites.marks());
      for (var origin : sites.origins()) {
        var pages = store.of(origin, sites.marks().get(origin));
        assertThat(store.forget(origin, _ -> false)).isZero();
        for (int i = 0; i < views; i++) {
          pages.put(new ViewKey(origin, "/" + i, ViewKind.PAGE, "v"), new byte[100]);
        }
      }
    }
  }

  private static HostConfig read(Path config) throws IOException {
    var environment = Map.of(DaemonProcess.SPARE_WORKERS, "0");
    return ((ConfigReading.Valid) ConfigReader.read(config, environment, Instant.now())).config();
  }

  private static void awaitViews(Path config, long views) {
    await().until(() -> views(config).getFirst() == views);
  }

  private static List<Long> views(Path config) throws IOException {
    var views = new ArrayList<Long>();
    for (var line : host("pages", config, "--json").out().lines().toList()) {
      var json = JSON.readTree(line);
      if (json.has("site")) {
        views.add(json.get("views").asLong());
      }
    }
    return views;
  }

  private static DaemonProcess.Said host(String command, Path config, String... more) {
    var words = new ArrayList<>(List.of(command, "--config", config.toString()));
    words.addAll(List.of(more));
    return HostLine.run(words.toArray(String[]::new));
  }
}
