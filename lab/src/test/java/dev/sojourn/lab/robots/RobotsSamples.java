package dev.sojourn.lab.robots;

import dev.sojourn.testing.SharedData;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.tukaani.xz.XZInputStream;

/// The files and URLs for measuring robots engines.
///
/// Real files and real URLs lie beside the repository, not in it; [SharedData] finds them.
final class RobotsSamples {

  /// A real file and URLs of its site.
  record Site(byte[] robots, List<String> urls) {}

  private static final int TAR_BLOCK = 512;

  private RobotsSamples() {}

  /// The files of the corpus.
  static List<byte[]> corpus() {
    return List.copyOf(archive("corpus.tar.xz").values());
  }

  /// The real sites.
  static List<Site> sites() {
    var files = archive("pairs.tar.xz");
    var sites = new ArrayList<Site>();
    files.forEach(
        (name, robots) -> {
          if (name.endsWith(".robots")) {
            var urls = files.get(name.replace(".robots", ".urls"));
            sites.add(new Site(robots, new String(urls, StandardCharsets.UTF_8).lines().toList()));
          }
        });
    return sites;
  }

  static SequencedMap<String, byte[]> archive(String name) {
    var directory =
        SharedData.directory("robots")
            .orElseThrow(() -> new IllegalStateException("there is no shared robots data"));
    try (var file = new BufferedInputStream(Files.newInputStream(directory.resolve(name)));
        var tar = new XZInputStream(file)) {
      return files(tar);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Reads the regular files of a tar archive, in blocks of 512 octets. The header of a file has
  /// its name in the first 100 octets, its size in octal from 124 on, and its type at 156.
  private static SequencedMap<String, byte[]> files(InputStream tar) throws IOException {
    var files = new TreeMap<String, byte[]>();
    while (true) {
      var header = tar.readNBytes(TAR_BLOCK);
      if (header.length < TAR_BLOCK || header[0] == 0) {
        return files;
      }
      int size = Integer.parseInt(text(header, 124, 12).strip(), 8);
      var content = tar.readNBytes(size);
      tar.skipNBytes((TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK);
      if (header[156] == '0') {
        files.put(text(header, 0, 100), content);
      }
    }
  }

  private static String text(byte[] header, int from, int length) {
    int to = from;
    while (to < from + length && header[to] != 0) {
      to++;
    }
    return new String(header, from, to - from, StandardCharsets.UTF_8);
  }
}
