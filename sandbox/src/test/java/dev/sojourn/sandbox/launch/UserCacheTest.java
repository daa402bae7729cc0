package dev.sojourn.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class UserCacheTest {
  @TempDir private Path folder;

  @Test
  void isWhereTheEnvironmentSaysOrInTheHomeDirectory() throws Exception {
    var named = folder.resolve("caches");
    assertThat(UserCache.find(Map.of("XDG_CACHE_HOME", named.toString()), "/nowhere"))
        .contains(named.resolve("sojourn"));
    assertThat(UserCache.find(Map.of("XDG_CACHE_HOME", ""), folder.toString()))
        .contains(folder.resolve(".cache/sojourn"));
    var mode = Files.getPosixFilePermissions(named.resolve("sojourn"));
    assertThat(PosixFilePermissions.toString(mode)).isEqualTo("rwx------");
  }

  @Test
  void isNowhereForAUserWithoutOne() throws Exception {
    assertThat(UserCache.find(Map.of(), "")).isEmpty();
    assertThat(UserCache.find(Map.of("XDG_CACHE_HOME", "relative"), "/root")).isEmpty();
    Files.writeString(folder.resolve(".cache"), "a file");
    assertThat(UserCache.find(Map.of(), folder.toString())).isEmpty();
  }

  /// It holds code. Others who may write above it could put theirs in its place.
  @Test
  void isNowhereWhereOthersCouldPutFiles() throws Exception {
    var open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(UserCache.find(Map.of("XDG_CACHE_HOME", open.toString()), "/root")).isEmpty();
    var link = Files.createDirectory(folder.resolve("linked"));
    Files.createSymbolicLink(link.resolve("sojourn"), Files.createDirectory(folder.resolve("x")));
    assertThat(UserCache.find(Map.of("XDG_CACHE_HOME", link.toString()), "/root")).isEmpty();
  }
}
