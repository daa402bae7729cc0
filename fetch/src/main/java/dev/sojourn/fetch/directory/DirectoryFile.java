package dev.sojourn.fetch.directory;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.DirectoryLimits;
import dev.sojourn.identity.KeyDirectory;
import dev.sojourn.identity.key.VerifyKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The file of the directories that were read, so that a restart keeps them. It is replaced as a
/// whole, and only its owner may read it.
///
/// ```
/// SJKD 1 <SHA-256 of what follows, in hexadecimal> LF
/// {"directories":[{"url":…,"read":…,"fresh-until":…,"token":…,"keys":[{"x":…,"nbf":…,"exp":…}]}]}
/// ```
///
/// The file proves nothing. An entry that is too old or of the future is skipped, and a damaged
/// file as a whole; the directories are then fetched anew. Not for use by several threads at once.
final class DirectoryFile {
  private static final System.Logger LOG = System.getLogger(DirectoryFile.class.getName());

  static final int MAX_BYTES = 1 << 20;

  /// The longest use of a directory that cannot be fetched again, with or without a restart.
  static final Duration LONGEST = Duration.ofDays(7);

  private static final String MAGIC = "SJKD 1 ";
  private static final int MAX_DIRECTORIES = 10_000;
  private static final long LAST_SECOND = 253_402_300_799L;

  private final Path file;

  DirectoryFile(Path file) {
    this.file = file;
  }

  /// A directory that was read.
  ///
  /// @param directory its keys
  /// @param read the time of the request for it
  /// @param freshUntil the end of the time for which it needs no new request
  record Kept(KeyDirectory directory, Instant read, Instant freshUntil) {}

  /// The content of the file; empty if the file is missing or damaged.
  Map<AgentUrl, Kept> read(Instant now) {
    try {
      return parse(RegularFile.read(file, MAX_BYTES), now);
    } catch (NoSuchFileException _) {
      return Map.of();
    } catch (IOException | JsonException | IllegalArgumentException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0} cannot be read ({1}); the key directories are fetched anew",
          file,
          ForeignText.of(String.valueOf(e.getMessage())).line(200));
      return Map.of();
    }
  }

  private static Map<AgentUrl, Kept> parse(byte[] bytes, Instant now) throws JsonException {
    var text = new String(bytes, StandardCharsets.UTF_8);
    int end = text.indexOf('\n');
    if (!text.startsWith(MAGIC) || end < 0) {
      throw new JsonException("it does not begin with " + MAGIC.strip());
    }
    var json = text.substring(end + 1).getBytes(StandardCharsets.UTF_8);
    if (!Digest.of(json).hex().equals(text.substring(MAGIC.length(), end))) {
      throw new JsonException("its checksum is wrong");
    }
    var kept = new LinkedHashMap<AgentUrl, Kept>();
    for (var entry : JsonMembers.parse(json).objects("directories", MAX_DIRECTORIES)) {
      var read = entry.instant("read");
      var fresh = entry.instant("fresh-until");
      if (read.isAfter(now) || read.plus(LONGEST).isBefore(now)) {
        continue;
      }
      var most = read.plus(KeyDirectoryCache.LONGEST_LIFE);
      kept.put(
          new AgentUrl(entry.text("url", AgentUrl.MAX_CHARS)),
          new Kept(directory(entry), read, fresh.isAfter(most) ? most : fresh));
    }
    return kept;
  }

  private static KeyDirectory directory(JsonMembers entry) throws JsonException {
    var keys = new ArrayList<KeyDirectory.Entry>();
    for (var key : entry.objects("keys", DirectoryLimits.MOST_KEYS)) {
      keys.add(
          new KeyDirectory.Entry(
              VerifyKey.of(key.text("x", 64)).orElseThrow(() -> new JsonException("x is no key")),
              time(key, "nbf"),
              time(key, "exp")));
    }
    return new KeyDirectory(keys, entry.optionalText("token", 64), Optional.empty());
  }

  private static Optional<Instant> time(JsonMembers key, String name) throws JsonException {
    return key.has(name)
        ? Optional.of(Instant.ofEpochSecond(key.number(name, 0, LAST_SECOND)))
        : Optional.empty();
  }

  /// Replaces the file. If it grows too large, the newest directories are kept. A failed write is
  /// logged only: it matters after a restart alone.
  void write(Map<AgentUrl, Kept> directories) {
    try {
      var bytes = bytes(directories);
      AtomicFile.replace(file, out -> out.write(bytes));
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The key directories cannot be kept in {0}: {1}",
          file,
          e.getMessage());
    }
  }

  private static byte[] bytes(Map<AgentUrl, Kept> directories) {
    var items = new ArrayList<Consumer<JsonWriter>>();
    int size = 200;
    var newestFirst =
        directories.entrySet().stream()
            .sorted(Comparator.comparing(d -> d.getValue().read(), Comparator.reverseOrder()))
            .limit(MAX_DIRECTORIES)
            .toList();
    for (var entry : newestFirst) {
      Consumer<JsonWriter> item = json -> put(json, entry.getKey(), entry.getValue());
      size += JsonWriter.object(item).length + 1;
      if (size > MAX_BYTES) {
        break;
      }
      items.add(item);
    }
    var json = JsonWriter.object(j -> j.putObjects("directories", items));
    var head = Bytes.utf8(MAGIC + Digest.of(json).hex() + "\n").toArray();
    return ByteBuffer.allocate(head.length + json.length).put(head).put(json).array();
  }

  private static void put(JsonWriter json, AgentUrl url, Kept kept) {
    List<Consumer<JsonWriter>> keys = new ArrayList<>();
    for (var key : kept.directory().keys()) {
      keys.add(
          k -> {
            k.put("x", key.key().x());
            key.notBefore().ifPresent(t -> k.put("nbf", t.getEpochSecond()));
            key.expires().ifPresent(t -> k.put("exp", t.getEpochSecond()));
          });
    }
    json.put("url", url.text())
        .put("read", kept.read())
        .put("fresh-until", kept.freshUntil())
        .putIfPresent("token", kept.directory().productToken())
        .putObjects("keys", keys);
  }
}
