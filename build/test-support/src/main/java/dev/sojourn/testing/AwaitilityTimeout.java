package dev.sojourn.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/// The time that tests wait for a condition if they name no time: a minute. Ten seconds, which is
/// usual, are too few for a new process on a machine with other work to do. A test whose promise is
/// a time names that time.
///
/// JUnit finds this class by itself, through `META-INF/services`.
public final class AwaitilityTimeout implements LauncherSessionListener {
  private static final Duration USUAL = Duration.ofMinutes(1);

  /// Called by JUnit.
  public AwaitilityTimeout() {}

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Awaitility.setDefaultTimeout(USUAL);
  }
}
