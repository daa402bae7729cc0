package dev.sojourn.host.doctor;

import dev.sojourn.agent.Scope;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.visit.RoutePolicy;
import dev.sojourn.visit.VisitGate;
import dev.sojourn.visit.VisitJournal;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitResult;
import dev.sojourn.visit.VisitRunner;
import dev.sojourn.visit.VisitTally;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.DocumentRoot;
import dev.sojourn.visit.content.FolderRobots;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tries agents in a sandbox, on the site of the decoys.
final class Trials {
  private static final Scope SCOPE = new Scope(Decoys.ORIGIN, List.of("/"), List.of("/excluded/"));
  private static final String TOKEN = "SojournDoctor";
  private static final int MAX_FILE_BYTES = 16 << 20;

  private final Decoys decoys;
  private final ContentSource source;
  private final VisitGate gate;
  private final InstantSource clock;
  private final int heapMiB;

  /// @param heapMiB the heap of each worker, in MiB
  Trials(Decoys decoys, int heapMiB, InstantSource clock) throws IOException {
    this.clock = clock;
    this.decoys = decoys;
    this.heapMiB = heapMiB;
    this.source = DocumentRoot.open(decoys.site(), DocumentRoot.USUAL_INDEX_FILES, MAX_FILE_BYTES);
    this.gate =
        new VisitGate(
            SCOPE,
            TOKEN,
            new FolderRobots(Decoys.ORIGIN, decoys.site(), source)::get,
            new RoutePolicy.OverHttp());
  }

  /// Tries an attack, and searches all its output for a secret.
  AttackResult attempt(Sandbox sandbox, String signer, Attack attack)
      throws IOException, InterruptedException {
    return attempt(sandbox, sandbox.reader(), signer, attack);
  }

  /// Tries an attack, with pages that a certain reader reads.
  AttackResult attempt(Sandbox sandbox, ViewReader reader, String signer, Attack attack)
      throws IOException, InterruptedException {
    var heard = new Heard();
    var result =
        new VisitRunner(sandbox, reader, clock)
            .run(order(signer, attack), VisitTally.NONE, gate, pages(attack), heard);
    var end = AttackEnd.of(result.outcome(), heard.logs);
    if (attack.kind() == Attack.Kind.HONEST && heard.findings != Decoys.OPEN_PAGES) {
      end =
          new AttackEnd(
              "failed",
              "",
              heard.findings + " findings of " + Decoys.OPEN_PAGES + ", " + end.line());
    }
    boolean leaked = decoys.leaks(heard.everything.toString()) || decoys.leaks(end.noted());
    return AttackResult.of(attack, end, leaked);
  }

  /// Hands a forged view to an honest agent. Its worker must say of it what this process says.
  AttackResult forged(Sandbox sandbox, String signer, Attack attack) throws InterruptedException {
    var page = new ForgedPage(attack);
    var outcome = VisitOutcome.of(sandbox.start(order(signer, attack), page).await());
    var end = AttackEnd.of(outcome, page.said());
    if (!end.noted().contains(page.refusal())) {
      end = new AttackEnd("failed", "", "a host: " + page.refusal() + ", " + end.line());
    }
    return AttackResult.of(attack, end, decoys.leaks(end.noted()));
  }

  private VisitOrder order(String signer, Attack attack) {
    return new VisitOrder(
        signer,
        attack.title(),
        new VisitOrder.Code(
            Digest.of(Bytes.wrap(attack.content())).hex(), attack.content(), attack.entryClass()),
        attack.kind() == Attack.Kind.STATE ? attack.data() : Optional.empty(),
        new VisitOrder.Inputs(TOKEN, decoys.starts(heapMiB), SCOPE, 1),
        limits(attack));
  }

  /// The pages of the site; the home page may be an attack.
  private ContentSource pages(Attack attack) {
    if (attack.kind() != Attack.Kind.PAGE) {
      return source;
    }
    var text = new String(attack.data().orElseThrow(), StandardCharsets.UTF_8);
    var body = Bytes.utf8(decoys.placedIn(text, heapMiB)).toArray();
    var fields = Map.of("Content-Type", List.of("text/html"));
    return url ->
        url.pathAndQuery().equals("/")
            ? new Content.Found(url, 200, fields, body)
            : source.read(url);
  }

  /// Limits are small, so that the examination is short. The smallest processor time is for attacks
  /// that only this limit stops. Attacks that fill a heap, write much, or end by themselves have
  /// more. Attacks of the family `collector` have the longest wall-clock time.
  private static VisitLimits limits(Attack attack) {
    boolean memory = attack.family().equals("memory") || attack.family().equals("crowd");
    boolean ends = attack.expected().endsByItself();
    boolean flood = attack.family().equals("floods");
    boolean collector = attack.family().equals("collector");
    boolean waits =
        attack.kind() == Attack.Kind.SCRIPT || attack.expected().fragment().equals("wallClock");
    boolean page = attack.kind() == Attack.Kind.PAGE;
    boolean spends = attack.expected().endsWithItsTime();
    return new VisitLimits(
        Duration.ofSeconds(waits ? 3 : flood ? 20 : collector ? 150 : page ? 60 : 30),
        Duration.ofMillis(
            memory || ends ? 3_000 : collector ? 1_000 : flood ? 1_200 : spends ? 150 : 300),
        memory ? 1L << 30 : collector ? 1L << 40 : 8L << 30,
        200,
        4 << 20,
        500,
        64 << 10,
        2 << 20,
        500,
        1 << 20,
        50,
        1_000,
        Duration.ZERO);
  }

  /// Records all output of an agent.
  private static final class Heard implements VisitJournal {
    private final StringBuilder everything = new StringBuilder();
    private final List<String> logs = new ArrayList<>();
    private int findings;

    @Override
    public void commit(VisitProgress progress) {
      hear(progress.lines());
      everything.append(new String(progress.state(), StandardCharsets.ISO_8859_1));
    }

    @Override
    public void end(VisitResult result) {
      hear(result.lastLines());
    }

    private void hear(List<ParcelLine> lines) {
      for (var line : lines) {
        switch (line) {
          case ParcelLine.Finding finding -> {
            everything.append(finding.json());
            findings++;
          }
          case ParcelLine.Referral(var url) -> everything.append(url);
          case ParcelLine.Dropped _, ParcelLine.Counted _ -> {}
          case ParcelLine.Page(var asked) -> {
            everything.append(asked.reason());
            logs.add(asked.reason());
          }
          case ParcelLine.Log(var text) -> {
            everything.append(text);
            logs.add(text);
          }
        }
      }
    }
  }
}
