package dev.sojourn.sandbox;

import dev.sojourn.agent.Scope;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Orders for visits of the site `http://127.0.0.1:8080`.
public final class Orders {
  static final String ORIGIN = "http://127.0.0.1:8080";

  private Orders() {}

  public static VisitOrder of(byte[] jar) {
    return of("signer", jar, limits());
  }

  static VisitOrder of(String signer, byte[] jar, VisitLimits limits) {
    return of(signer, jar, limits, Optional.empty());
  }

  static VisitOrder of(String signer, byte[] jar, VisitLimits limits, Optional<byte[]> state) {
    return new VisitOrder(
        signer,
        "test",
        new VisitOrder.Code(digest(jar), jar, AgentSource.ENTRY),
        state,
        new VisitOrder.Inputs("TestBot", List.of(ORIGIN + "/"), Scope.site(ORIGIN), 42),
        limits);
  }

  /// An order for one of the things that [AgentSource#oneOfMany] can do.
  static VisitOrder ofOne(int number, byte[] jar, VisitLimits limits) {
    var order = of("signer", jar, limits);
    return new VisitOrder(
        order.signer(),
        order.visitId(),
        order.code(),
        order.state(),
        new VisitOrder.Inputs("TestBot", List.of(ORIGIN + "/" + number), Scope.site(ORIGIN), 42),
        limits);
  }

  /// Limits that a test soon reaches.
  static VisitLimits limits() {
    return new VisitLimits(
        Duration.ofSeconds(50),
        Duration.ofSeconds(10),
        2L << 30,
        1_000,
        64 << 20,
        1_000,
        64 << 10,
        4 << 20,
        1_000,
        1 << 20,
        20,
        2_000,
        Duration.ZERO);
  }

  /// The same, but for times and memory.
  static VisitLimits limits(Duration wallClock, Duration cpu, long allocatedBytes) {
    return limits(wallClock, cpu, allocatedBytes, limits().pages(), limits().outputBytes());
  }

  /// An order for a visit that says a line and then asks for pages until it is stopped.
  ///
  /// It calls for a checkpoint after each page. Without one the records of its pages come to the
  /// limit `unkeptBytes` after 45,262 pages, which takes a fast machine less than two seconds.
  static VisitOrder endless(String signer) {
    return of(
        signer,
        AgentSource.agent(
            "public Next visit(Visit v) { v.log(\"up\");"
                + " while (true) { v.fetch(v.starts().get(0)); v.checkpoint(); } }"),
        endless());
  }

  /// Limits that a visit which goes on asking for pages and for checkpoints does not reach in a
  /// test, however fast the machine is.
  static VisitLimits endless() {
    long endless = Long.MAX_VALUE / 2;
    return limits(Duration.ofMinutes(10), Duration.ofMinutes(10), endless, endless, endless);
  }

  private static VisitLimits limits(
      Duration wallClock, Duration cpu, long allocatedBytes, long pages, long outputBytes) {
    var all = limits();
    return new VisitLimits(
        wallClock,
        cpu,
        allocatedBytes,
        pages,
        all.pageBytes(),
        all.findings(),
        all.findingBytes(),
        outputBytes,
        all.referrals(),
        all.stateBytes(),
        all.logLines(),
        all.messages(),
        all.checkpointEvery());
  }

  private static String digest(byte[] jar) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(jar));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
