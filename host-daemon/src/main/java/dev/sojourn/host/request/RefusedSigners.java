package dev.sojourn.host.request;

import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportJson;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.identity.signature.Envelope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// The latest 1,000 signers whose agents were refused for lack of trust, with their requests. All
/// these data are unverified claims of strangers. Thread-safe.
public final class RefusedSigners {
  private static final System.Logger LOG = System.getLogger(RefusedSigners.class.getName());
  private static final String NAME = "refused.json";
  private static final int MAX_SIGNERS = 1_000;
  private static final int MAX_CHARS = 200;
  private static final int MAX_BYTES = 4 << 20;

  private final Path file;
  private final InstantSource clock;
  private final LinkedHashMap<String, RefusedSigner> signers = new LinkedHashMap<>();
  private boolean isChanged;

  private RefusedSigners(Path file, InstantSource clock) {
    this.file = file;
    this.clock = clock;
  }

  /// Reads the remembered signers. A damaged file is reported, and replaced by an empty table.
  ///
  /// @param data directory of the daemon
  /// @param clock the time
  /// @return the table
  public static RefusedSigners open(Path data, InstantSource clock) {
    var table = new RefusedSigners(data.resolve(NAME), clock);
    if (Files.exists(table.file)) {
      try {
        var json = JsonMembers.parse(RegularFile.read(table.file, MAX_BYTES));
        for (var item : json.objects("signers", MAX_SIGNERS)) {
          var signer = RefusedSigner.read(item);
          table.signers.put(signer.thumbprint(), signer);
        }
      } catch (IOException | JsonException e) {
        LOG.log(
            System.Logger.Level.WARNING,
            "{0} cannot be read, and is begun anew: {1}",
            table.file,
            e.getMessage());
      }
    }
    return table;
  }

  /// Remembers the signer of a passport without a trusted key.
  ///
  /// @param envelope the passport as it arrived
  /// @param from the address of the peer that sent it
  void note(Envelope envelope, String from) {
    var thumbprint = plain(envelope.signatures().getFirst().keyId());
    var now = clock.instant();
    var passport = passport(envelope.payload());
    synchronized (this) {
      // The latest signer is last; beyond the limit, the first is removed.
      var before = Optional.ofNullable(signers.remove(thumbprint));
      signers.put(
          thumbprint,
          new RefusedSigner(
              thumbprint,
              passport.flatMap(Passport::signatureAgent).map(RefusedSigners::plain).orElse(""),
              passport.map(Passport::productToken).map(RefusedSigners::plain).orElse(""),
              passport.map(p -> plain(p.scope().origin())).orElse(""),
              passport.map(p -> plain(p.scope().includes().toString())).orElse(""),
              from,
              before.map(RefusedSigner::first).orElse(now),
              now,
              before.map(RefusedSigner::times).orElse(0L) + 1));
      if (signers.size() > MAX_SIGNERS) {
        signers.pollFirstEntry();
      }
      isChanged = true;
    }
  }

  private static String plain(String text) {
    return ForeignText.of(text).line(MAX_CHARS);
  }

  private static Optional<Passport> passport(Bytes payload) {
    try {
      return Optional.of(PassportJson.read(payload));
    } catch (JsonException _) {
      return Optional.empty();
    }
  }

  /// {@return the remembered signers, latest first}
  public synchronized List<RefusedSigner> latest() {
    return List.copyOf(new ArrayList<>(signers.values()).reversed());
  }

  /// Forgets a signer, who is now trusted.
  ///
  /// @param signer a thumbprint or a URL
  public synchronized void forget(String signer) {
    isChanged |=
        signers
            .values()
            .removeIf(known -> known.thumbprint().equals(signer) || known.url().equals(signer));
  }

  /// Writes the table to disk if it has changed. The caller decides how often.
  public void save() {
    List<RefusedSigner> all;
    synchronized (this) {
      if (!isChanged) {
        return;
      }
      isChanged = false;
      all = List.copyOf(signers.values());
    }
    try {
      AtomicFile.replace(
          file,
          out ->
              out.write(
                  JsonWriter.object(
                      json ->
                          json.put("version", 1)
                              .putObjects(
                                  "signers", all.stream().map(RefusedSigner::members).toList()))));
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "{0} cannot be written: {1}", file, e.getMessage());
      synchronized (this) {
        isChanged = true;
      }
    }
  }
}
