package dev.sojourn.host.systemd;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Sends notices to the service manager, as described in `sd_notify(3)`. Sends nothing if no
/// manager asks for notices (`NOTIFY_SOCKET`).
public final class ServiceNotices {
  private static final System.Logger LOG = System.getLogger(ServiceNotices.class.getName());
  private static final long MICRO = 1_000;

  private final Optional<DatagramSocketFile> socket;
  private final Optional<Duration> watchdog;

  private ServiceNotices(Optional<DatagramSocketFile> socket, Optional<Duration> watchdog) {
    this.socket = socket;
    this.watchdog = watchdog;
  }

  /// {@return the notices that the environment asks for}
  ///
  /// @param environment the environment of the process: `NOTIFY_SOCKET`, `WATCHDOG_USEC`,
  ///   `WATCHDOG_PID`
  /// @param pid the id of this process
  public static ServiceNotices of(Map<String, String> environment, long pid) {
    var name = environment.getOrDefault("NOTIFY_SOCKET", "");
    if (!name.startsWith("/") && !name.startsWith("@")) {
      return new ServiceNotices(Optional.empty(), Optional.empty());
    }
    try {
      return new ServiceNotices(
          Optional.of(new DatagramSocketFile(name)), watchdog(environment, pid));
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "NOTIFY_SOCKET cannot be used: {0}", e.getMessage());
      return new ServiceNotices(Optional.empty(), Optional.empty());
    }
  }

  private static Optional<Duration> watchdog(Map<String, String> environment, long pid) {
    var micros = environment.getOrDefault("WATCHDOG_USEC", "");
    var watched = environment.getOrDefault("WATCHDOG_PID", Long.toString(pid));
    return micros.matches("[1-9][0-9]{0,14}") && watched.equals(Long.toString(pid))
        ? Optional.of(Duration.ofNanos(Long.parseLong(micros) * MICRO))
        : Optional.empty();
  }

  /// Reports that the daemon accepts agents.
  ///
  /// @param status one line for the operator
  public void ready(String status) {
    say("READY=1\nSTATUS=" + status);
  }

  /// Reports that the configuration is being reloaded; [#ready] reports the end of the reload.
  public void reloading() {
    // The manager needs the time of the monotonic clock of Linux, which `System.nanoTime` also
    // reads.
    say("RELOADING=1\nMONOTONIC_USEC=" + System.nanoTime() / MICRO);
  }

  /// Reports that the daemon is about to end.
  public void stopping() {
    say("STOPPING=1\nSTATUS=Visits are stopped at their last checkpoints");
  }

  /// Reports twice in each watchdog interval that the daemon works, as long as it works. Returns at
  /// once if the manager asks for no such notices, otherwise when the thread is interrupted.
  ///
  /// @param works checks whether the daemon works; may take as long as [#patience]
  public void watch(BooleanSupplier works) {
    if (watchdog.isEmpty()) {
      return;
    }
    try {
      while (true) {
        if (works.getAsBoolean()) {
          say("WATCHDOG=1");
        } else if (!Thread.currentThread().isInterrupted()) {
          LOG.log(
              System.Logger.Level.ERROR,
              "The daemon does not answer, so its watchdog gets no notice");
        }
        Thread.sleep(watchdog.get().dividedBy(2));
      }
    } catch (InterruptedException _) {
      // The daemon closes.
    }
  }

  /// {@return the longest time for the check whether the daemon works; empty if no manager asks for
  /// that}
  public Optional<Duration> patience() {
    return watchdog.map(interval -> interval.dividedBy(4));
  }

  private void say(String message) {
    try {
      if (socket.isPresent()) {
        socket.get().send(message);
      }
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The service manager cannot be reached: {0}",
          e.getMessage());
    }
  }
}
