package dev.sojourn.host.rules;

import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.file.NewerFile;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.Messages;
import dev.sojourn.host.config.TrustConfig;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.trust.TrustSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The decisions about signers that the operator made while the daemon ran: bans, and further
/// trusted signers. They are stored in a file in the data directory; the configuration is never
/// rewritten. Immutable.
///
/// @param bans the bans, at most one for each signer
/// @param allowed the thumbprints of allowed keys, and allowed https URLs that publish keys
public record TrustDecisions(List<Ban> bans, List<String> allowed) {
  /// No decisions.
  public static final TrustDecisions NONE = new TrustDecisions(List.of(), List.of());

  static final int MAX_CHARS = 1_100;
  private static final String NAME = "decisions.json";
  private static final int VERSION = 1;
  private static final int MOST = 10_000;
  private static final String REMEDY =
      "put a copy back that this user may read, or move it away and ban anew";
  private static final int MAX_BYTES = 16 << 20;

  /// Copies the lists.
  public TrustDecisions {
    bans = List.copyOf(bans);
    allowed = List.copyOf(allowed);
  }

  /// Reads the decisions of a data directory.
  ///
  /// @param data the data directory of the daemon
  /// @return the decisions; none if there is no file
  /// @throws IOException if the file is damaged. Without it banned signers could come back
  public static TrustDecisions read(Path data) throws IOException {
    var file = data.resolve(NAME);
    // A broken link must not count as a missing file.
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return NONE;
    }
    var json = members(file);
    try {
      long version = json.number("version", 1, Long.MAX_VALUE);
      if (version > VERSION) {
        throw NewerFile.refusal(file, version, VERSION, REMEDY);
      }
      var bans = new ArrayList<Ban>();
      for (var item : json.objects("bans", MOST)) {
        bans.add(Ban.read(item));
      }
      return new TrustDecisions(bans, json.texts("allowed", MOST, MAX_CHARS));
    } catch (JsonException e) {
      throw unreadable(file, Messages.expectation(String.valueOf(e.getMessage())), e);
    }
  }

  private static JsonMembers members(Path file) throws IOException {
    try {
      return JsonMembers.parseFile(RegularFile.read(file, MAX_BYTES));
    } catch (JsonException e) {
      throw unreadable(file, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw unreadable(file, Messages.clause(e), e);
    }
  }

  /// The daemon does not run without the bans, because banned signers could come back.
  private static IOException unreadable(Path file, String why, Exception cause) {
    return new IOException(
        "the bans in %s cannot be read (%s), and without them banned signers would come back; %s"
            .formatted(file, why, REMEDY),
        cause);
  }

  /// Writes the decisions to disk.
  ///
  /// @param data the data directory of the daemon
  /// @throws IOException if this fails; the old file stays
  public void write(Path data) throws IOException {
    AtomicFile.replace(
        data.resolve(NAME),
        out ->
            out.write(
                JsonWriter.object(
                    json ->
                        json.put("version", VERSION)
                            .putObjects("bans", bans.stream().map(Ban::members).toList())
                            .put("allowed", allowed))));
  }

  /// {@return these decisions with a ban, without an earlier ban of its signer and without bans
  /// that have ended}
  ///
  /// @param ban the ban to add
  /// @throws IOException if there are already 10,000
  public TrustDecisions with(Ban ban) throws IOException {
    var others =
        bans.stream()
            .filter(each -> !each.signer().equals(ban.signer()) && !each.isOver(ban.since()));
    return checked(new TrustDecisions(Stream.concat(others, Stream.of(ban)).toList(), allowed));
  }

  /// {@return these decisions without the ban of a signer}
  ///
  /// @param signer the signer, as named in the ban
  public TrustDecisions withoutBan(String signer) {
    return new TrustDecisions(
        bans.stream().filter(each -> !each.signer().equals(signer)).toList(), allowed);
  }

  /// {@return these decisions with one more trusted signer}
  ///
  /// @param signer a thumbprint or an https URL
  /// @throws IOException if there are already 10,000
  public TrustDecisions withAllowed(String signer) throws IOException {
    return checked(
        new TrustDecisions(
            bans, Stream.concat(allowed.stream(), Stream.of(signer)).distinct().toList()));
  }

  /// {@return these decisions after the clock was set, so that each ban keeps its duration}
  ///
  /// @param step the change of the clock; negative if it was set back
  public TrustDecisions shifted(Duration step) {
    return new TrustDecisions(bans.stream().map(ban -> ban.shifted(step)).toList(), allowed);
  }

  private static TrustDecisions checked(TrustDecisions next) throws IOException {
    if (next.bans.size() > MOST || next.allowed.size() > MOST) {
      throw new IOException(
          "there are 10,000 decisions about signers already; lift some bans first, or write signers"
              + " into the configuration");
    }
    return next;
  }

  /// {@return whether a signer is banned now}
  ///
  /// @param name the name of the signer in `[[trust]]`
  /// @param keyId the thumbprint of the key
  /// @param url the URL that publishes the signer's keys, if trusted by URL
  /// @param now the time
  public boolean bars(String name, String keyId, Optional<String> url, Instant now) {
    return bans.stream()
        .anyMatch(
            ban ->
                (ban.signer().equals(name)
                        || ban.signer().equals(keyId)
                        || url.filter(ban.signer()::equals).isPresent())
                    && !ban.isOver(now));
  }

  /// {@return the current ban of a signer; empty if there is none}
  ///
  /// @param names the names by which the signer may be banned: a name, a URL, the thumbprint of a
  ///   key
  /// @param now the time
  public Optional<Ban> banOf(List<String> names, Instant now) {
    return bans.stream()
        .filter(ban -> names.contains(ban.signer()) && !ban.isOver(now))
        .findFirst();
  }

  /// {@return the signer of the configuration with a key or URL; empty if there is none}
  ///
  /// @param configured `[[trust]]`
  /// @param signer the thumbprint of a key, or an https URL that publishes keys
  public static Optional<TrustConfig> of(List<TrustConfig> configured, String signer) {
    return source(signer)
        .flatMap(
            source -> configured.stream().filter(table -> isOf(table, signer, source)).findFirst());
  }

  /// {@return the signers of the configuration, followed by further signers that were allowed}
  ///
  /// @param configured `[[trust]]`
  public List<TrustConfig> addTo(List<TrustConfig> configured) {
    var all = new ArrayList<>(configured);
    for (var signer : allowed) {
      source(signer)
          .filter(_ -> of(all, signer).isEmpty())
          .ifPresent(source -> all.add(new TrustConfig(signer, source)));
    }
    return all;
  }

  private static boolean isOf(TrustConfig table, String signer, TrustSource source) {
    return table.name().equals(signer)
        || table.source().equals(source)
        || (table.source() instanceof TrustSource.KeyFile(_, var keys)
            && keys.keys().stream().anyMatch(key -> key.id().equals(signer)));
  }

  /// {@return the source of the keys of a signer outside the configuration; empty if the text is
  /// neither a thumbprint nor an https URL}
  ///
  /// @param signer any text
  public static Optional<TrustSource> source(String signer) {
    return signer.matches("[A-Za-z0-9_-]{43}")
        ? Optional.of(new TrustSource.Thumbprint(signer))
        : AgentUrl.parse(signer).map(TrustSource.Url::new);
  }
}
