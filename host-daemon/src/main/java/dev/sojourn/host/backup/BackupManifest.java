package dev.sojourn.host.backup;

import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.file.NewerFile;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;

/// The description of a backup: the entry `backup.json` of its ZIP file.
///
/// ```
///  backup.json      version, when it was made, by which program
///  host.db          the store, as of one moment
///  host.key         the key of the host
///  *.json           decisions about signers and findings, refused signers
///  confinement      the confinement of the last start
///  folders/DIGEST   the folders that had pages
///  audit.end        the last checkpoint of the audit log, read before
///  audit/*.jsonl    the audit log, up to its last whole line
/// ```
///
/// @param made the start of the copy of the store
/// @param program the version of the program that made the backup
public record BackupManifest(Instant made, String program) {
  static final String NAME = "backup.json";
  static final String STORE = "host.db";
  static final String KEY = "host.key";

  /// Matches the names of all entries except the manifest.
  static final Pattern ENTRIES =
      Pattern.compile(
          "host\\.db|host\\.key|decisions\\.json|released\\.json|refused\\.json|confinement"
              + "|audit\\.end|audit/audit-[0-9]{15}\\.jsonl|folders/[0-9a-f]{64}");

  private static final int VERSION = 1;
  private static final int MAX_PROGRAM_CHARS = 100;

  static BackupManifest now(Instant now) {
    return new BackupManifest(now, ProgramVersion.ofBuild());
  }

  byte[] octets() {
    return JsonWriter.object(
        json -> json.put("version", VERSION).put("made", made).put("program", program));
  }

  static BackupManifest read(Path backup, byte[] octets) throws IOException {
    try {
      var json = JsonMembers.parse(octets);
      long version = json.number("version", 1, Long.MAX_VALUE);
      if (version > VERSION) {
        throw NewerFile.refusal(backup, version, VERSION, "name a backup that this one made");
      }
      return new BackupManifest(json.instant("made"), json.text("program", MAX_PROGRAM_CHARS));
    } catch (JsonException e) {
      throw BackupReader.noBackup(backup, "its " + NAME + " cannot be read", e);
    }
  }
}
