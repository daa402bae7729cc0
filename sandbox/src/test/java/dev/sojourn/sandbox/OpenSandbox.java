package dev.sojourn.sandbox;

import dev.sojourn.sandbox.session.ProcessSandbox;
import dev.sojourn.testing.BuildLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// A sandbox that is open as long as the tests of a class run, and shared by them. All of them
/// start workers from one cache, since most attacks cost their worker.
final class OpenSandbox implements BeforeAllCallback, AfterAllCallback {
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  private final SandboxSettings settings;
  private @Nullable Sandbox open;

  private OpenSandbox(SandboxSettings settings) {
    this.settings = settings;
  }

  /// One of a few workers with 96 MiB of heap.
  static OpenSandbox of(int workers, int visitsOfOneSigner) {
    return new OpenSandbox(settings(workers, visitsOfOneSigner));
  }

  /// The settings of all of them. A busy machine has time for what is to happen in time.
  static SandboxSettings settings(int workers, int visitsOfOneSigner) {
    return SandboxSettings.defaults()
        .withBounds(workers, visitsOfOneSigner, 96)
        .withDeadlines(Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(1))
        .withStartCache(TARGET.resolve("start-cache"));
  }

  /// Opens one of a single test, whose workers start from the cache that all share.
  static Sandbox open(SandboxSettings settings) throws IOException, InterruptedException {
    var sandbox = ProcessSandbox.open(settings);
    makeStartCache(sandbox);
    return sandbox;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
    open = open(settings);
  }

  /// Makes the cache if it is missing. Another test process may be making it: that one is waited
  /// for.
  private static void makeStartCache(Sandbox sandbox) throws IOException, InterruptedException {
    try (var _ = BuildLock.take(TARGET.resolve("start-cache.lock"))) {
      sandbox.makeStartCache();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    sandbox().close();
  }

  private Sandbox sandbox() {
    return Objects.requireNonNull(open, "opened before the first test");
  }

  VisitHandle start(VisitOrder order, VisitServices desk) {
    return sandbox().start(order, desk);
  }

  /// A visit of `signer` to its end, on a site without a page.
  VisitEnd visit(byte[] jar, VisitLimits limits) throws InterruptedException {
    return start(Orders.of("signer", jar, limits), RecordingServices.ofNothing()).await();
  }
}
