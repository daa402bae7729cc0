package dev.sojourn.host.store;

import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.testing.FailingDisk;
import dev.sojourn.testing.FailingDisk.Blow;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The program that runs on a failing disk: the scenario once for each of its operations. The
/// operation fails, is the last before a crash, or the last before a loss of power. After each run
/// the data are opened again on a sound disk, and looked at.
///
/// Takes a folder, and perhaps a blow, the number of operations that fail, and the first of them.
/// So a reported case can be run alone.
final class EveryWriteMain {
  private static final SigningKey KEY = SigningKey.generate(new SecureRandom());
  private static final SigningKey OWNER = SigningKey.generate(new SecureRandom());
  private static final int MOST_REPORTS = 20;

  /// With the property `every-write` each fault meets each operation. Without it the two main ones
  /// take turns, so that each operation meets one of them, and those that resemble them are rarer.
  private static final boolean ALL = Boolean.getBoolean("every-write");

  private static final int IN_TURN = ALL ? 1 : 2;
  private static final int SELDOM = ALL ? 1 : 9;

  private final FailingDisk disk;
  private final Path before;
  private final Path data;
  private final StoredVisits visits = new StoredVisits(KEY, OWNER);
  private final List<String> reports = new ArrayList<>();

  private EveryWriteMain(FailingDisk disk, Path folder) {
    this.disk = disk;
    this.before = folder.resolve("before");
    this.data = folder.resolve("data");
  }

  /// A fault, and the operations that meet it.
  ///
  /// @param length how many operations fail
  /// @param first the number of the first operation that meets it
  /// @param every of how many operations one meets it
  private record Fault(Blow blow, int length, int first, int every) {}

  private static final List<Fault> FAULTS =
      List.of(
          new Fault(Blow.BROKEN, 1, 1, IN_TURN),
          new Fault(Blow.POWER_LOSS, 1, IN_TURN, IN_TURN),
          new Fault(Blow.BROKEN, 5, 1, SELDOM),
          new Fault(Blow.FULL, 4, 1, SELDOM),
          new Fault(Blow.CRASH, 1, 1, SELDOM));

  /// @param arguments the folder; then nothing, or one case
  public static void main(String[] arguments) throws Exception {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var main = new EveryWriteMain(FailingDisk.ofThisProcess(), Path.of(arguments[0]));
    main.prepare();
    if (arguments.length > 1) {
      var fault = new Fault(Blow.valueOf(arguments[1]), Integer.parseInt(arguments[2]), 1, 1);
      var _ = main.strikes(fault, Integer.parseInt(arguments[3]));
    } else {
      for (var fault : FAULTS) {
        out.printf("%s, %d: %d cases%n", fault.blow(), fault.length(), main.all(fault));
      }
    }
    main.reports.stream().limit(MOST_REPORTS).forEach(out::println);
    out.printf("%d breaches%n", main.reports.size());
    System.exit(main.reports.isEmpty() ? 0 : 1); // The threads of a failed store do not count.
  }

  /// A host that has run before: its log is so old that its segments are removed at the next start.
  private void prepare() throws IOException {
    var now = StoredVisits.NOW.minus(Duration.ofDays(800));
    try (var old = HostDisk.open(before, KEY, now)) {
      for (int i = 0; i < 6; i++) {
        old.trail().decided(new AuditVisit("signer", OWNER.id(), "old" + i), true, "00");
      }
    }
  }

  private int all(Fault fault) throws IOException {
    int cases = 0;
    for (int first = fault.first(); strikes(fault, first); first += fault.every()) {
      cases++;
    }
    return cases;
  }

  /// Whether the scenario has an operation of that number.
  private boolean strikes(Fault fault, int first) throws IOException {
    disk.calm();
    copy();
    var ledger =
        new FaultLedger(disk, fault.blow().isEnd() ? Long.MAX_VALUE : first + fault.length());
    var name = fault.blow() + " " + fault.length() + " " + first + ": ";
    boolean hasStruck;
    disk.calm();
    disk.strike(fault.blow(), first, fault.length());
    try {
      var _ = scenario(ledger);
    } catch (AssertionError e) {
      reports.add(name + e.getMessage());
    } finally {
      hasStruck = disk.hasStruck();
      disk.calm();
    }
    try {
      look(ledger, name);
    } catch (IOException | RuntimeException e) {
      reports.add(name + "the data cannot be used any more: " + e);
    }
    return hasStruck;
  }

  private boolean scenario(FaultLedger ledger) {
    ledger.step("open", () -> run(ledger));
    return ledger.hasKept("open");
  }

  private boolean run(FaultLedger ledger) throws IOException {
    try (var host = HostDisk.open(data, KEY, StoredVisits.NOW)) {
      visits.run(host, ledger);
    }
    return true;
  }

  private void look(FaultLedger ledger, String name) throws IOException {
    var invariants = new StoredInvariants(visits, ledger);
    var found = new ArrayList<String>();
    try (var host = HostDisk.open(data, KEY, StoredVisits.NOW)) {
      found.addAll(invariants.breaches(host));
      // After a crash, requests that were signed in the seconds before count no more.
      visits.visit(host, new FaultLedger(disk, 0), "c", StoredVisits.NOW.plusSeconds(10));
    } catch (AssertionError e) {
      found.add("afterwards, " + e.getMessage());
    }
    found.addAll(invariants.auditBreaches(data));
    found.forEach(breach -> reports.add(name + breach + "; " + ledger));
  }

  private void copy() throws IOException {
    if (Files.exists(data)) {
      try (var files = Files.walk(data)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    try (var files = Files.walk(before)) {
      for (var file : files.toList()) {
        Files.copy(file, data.resolve(before.relativize(file).toString()));
      }
    }
  }
}
