package dev.sojourn.sandbox;

import dev.sojourn.sandbox.pipe.VisitLimits;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
    return new OpenSandbox(
        SandboxSettings.defaults()
            .withBounds(workers, visitsOfOneSigner, 96)
            .withStartCache(TARGET.resolve("start-cache")));
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
    open = ProcessSandbox.open(settings);
    // Another test process may be making the cache: that one is waited for.
    try (var channel =
            FileChannel.open(
                TARGET.resolve("start-cache.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      open.makeStartCache();
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
    return start(Orders.of("signer", jar, limits), RecordingDesk.ofNothing()).await();
  }
}
