package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.ParcelReading;
import dev.sojourn.base.Digest;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.file.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Pattern;

/// The file with the collected findings of an agent: the lines of its parcels. Until the file is
/// complete, `FILE.collected` beside it records the progress:
///
/// ```
/// atp://agents.example:10434/#k3v9 7 120 34567 9f86…  agent, last parcel, findings, octets, chain
/// ```
///
/// The chain is a digest of all parcels so far, and the host signs it. It is `-` if another program
/// collected the first parcels.
///
/// A parcel counts as kept when this line is on disk. When the file is opened again, everything
/// after the kept parcels is cut off. Confined to one thread.
final class CollectedFile implements AutoCloseable {
  private static final Pattern PROGRESS =
      Pattern.compile("(\\S+) (\\d{1,18}) (\\d{1,18}) (\\d{1,18}) ([0-9a-f]{64}|-)\n");

  /// The progress line has an address and a few numbers.
  private static final int MAX_PROGRESS_BYTES = 64 * 1024;

  private final Path file;
  private final Path progress;
  private final AgentUri agent;
  private final FileChannel channel;
  private Progress kept;
  private Progress written;

  private CollectedFile(Path file, AgentUri agent, FileChannel channel, Progress kept)
      throws IOException {
    this.file = file;
    this.progress = progressOf(file);
    this.agent = agent;
    this.channel = channel;
    this.kept = kept;
    this.written = kept;
    channel.truncate(kept.octets).position(kept.octets);
  }

  private record Progress(long parcel, long findings, long octets, Optional<ParcelChain> chain) {}

  /// {@return the file beside a package}
  static Path beside(Path agentPackage) {
    return agentPackage.resolveSibling(agentPackage.getFileName() + ".findings.jsonl");
  }

  private static Path progressOf(Path file) {
    return file.resolveSibling(file.getFileName() + ".collected");
  }

  /// Checks whether a file can be begun or continued, and changes nothing.
  ///
  /// @throws CommandException if an existing file does not belong to this collection
  static void check(Path file, AgentUri agent) throws IOException {
    var _ = kept(file, agent);
  }

  /// Begins a file, or continues it after the last parcel that was kept.
  static CollectedFile open(Path file, AgentUri agent) throws IOException {
    var kept = kept(file, agent);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      // The progress comes first, since a file without progress counts as complete.
      save(progressOf(file), agent, kept);
      Files.createFile(file, OwnerOnly.file(file));
    }
    return new CollectedFile(
        file,
        agent,
        FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
        kept);
  }

  private static Progress kept(Path file, AgentUri agent) throws IOException {
    var progress = progressOf(file);
    boolean isThere = Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    if (!Files.exists(progress, LinkOption.NOFOLLOW_LINKS)) {
      if (isThere) {
        throw new CommandException(
            ExitCode.FAILED,
            file + " exists already; choose another name for --out, or move it away.");
      }
      return new Progress(0, 0, 0, Optional.of(ParcelChain.EMPTY));
    }
    RegularFile.requireIfThere(file);
    var match = PROGRESS.matcher(RegularFile.readText(progress, MAX_PROGRESS_BYTES));
    if (!match.matches() || !match.group(1).equals(agent.toString())) {
      throw new CommandException(
          ExitCode.FAILED,
          "%s is of another agent than %s; choose another name for --out."
              .formatted(progress, agent));
    }
    var kept =
        new Progress(
            Long.parseLong(match.group(2)),
            Long.parseLong(match.group(3)),
            Long.parseLong(match.group(4)),
            Digest.parse(match.group(5)).map(ParcelChain::new));
    if ((isThere ? Files.size(file) : 0) < kept.octets) {
      throw new CommandException(
          ExitCode.FAILED,
          "%s is shorter than what %s says was kept in it; put it back, or choose another name for --out."
              .formatted(file, progress));
    }
    return kept;
  }

  /// {@return number of the last parcel that is kept; 0 for none}
  long parcel() {
    return kept.parcel;
  }

  /// {@return how many findings were written}
  long findings() {
    return written.findings;
  }

  /// {@return how many octets were written}
  long octets() {
    return written.octets;
  }

  /// {@return the chain over all parcels of the visit up to the last one written; empty if the
  /// first parcels never came here}
  Optional<ParcelChain> chain() {
    return written.chain;
  }

  /// Writes the next parcel. It does not count as kept yet.
  ///
  /// @param findings how many of its lines are findings
  void write(Parcel parcel, ParcelReading.Lines lines, long findings) throws IOException {
    lines.each(
        line -> {
          var buffer = ByteBuffer.wrap((line.asLine() + "\n").getBytes(StandardCharsets.UTF_8));
          while (buffer.hasRemaining()) {
            channel.write(buffer);
          }
        });
    boolean isNext = parcel.number() == written.parcel + 1;
    written =
        new Progress(
            parcel.number(),
            written.findings + findings,
            channel.position(),
            written.chain.filter(_ -> isNext).map(chain -> chain.then(parcel)));
  }

  /// Forces the written parcels to disk. From now on the host may delete them.
  void keep() throws IOException {
    if (!written.equals(kept)) {
      channel.force(true);
      save(progress, agent, written);
      kept = written;
    }
  }

  private static void save(Path progress, AgentUri agent, Progress kept) throws IOException {
    var chain = kept.chain.map(c -> c.head().hex()).orElse("-");
    var text = "%s %d %d %d %s\n".formatted(agent, kept.parcel, kept.findings, kept.octets, chain);
    AtomicFile.replace(progress, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /// Records that the file is complete.
  void complete() throws IOException {
    Files.deleteIfExists(progress);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
