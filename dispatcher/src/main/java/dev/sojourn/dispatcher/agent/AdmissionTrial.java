package dev.sojourn.dispatcher.agent;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.sandbox.admission.Admission;
import dev.sojourn.sandbox.admission.RefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Checks an agent's code by the admission of the sandbox, and finds the parts that every sandbox
/// would refuse. It reads the code as data, and runs nothing of it. Hostile code may keep its
/// reader busy for ever, so the check has a thread of its own and a limit of 20 seconds.
public final class AdmissionTrial {
  private static final Duration AT_MOST = Duration.ofSeconds(20);
  private static final int MAX_CHARS = 2_000;

  private AdmissionTrial() {}

  /// {@return each violation as a sentence; empty if the code would be admitted}
  ///
  /// @param jar the code, as it is sent
  public static List<String> violations(Bytes jar) {
    var trial = new FutureTask<>(() -> admit(jar.toArray()));
    var thread = Thread.ofPlatform().daemon().name("admission").start(trial);
    try {
      return trial.get(AT_MOST.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException _) {
      return List.of("The code takes too long to check.");
    } catch (ExecutionException _) {
      return List.of("The code is so damaged, or so large, that it cannot be checked.");
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return List.of("The check was interrupted.");
    } finally {
      thread.interrupt();
    }
  }

  /// {@return the reasons why every host would refuse the code, a violation a line; empty if the
  /// code would be admitted}
  ///
  /// @param jar the code, as it is sent
  public static List<String> refusal(Bytes jar) {
    var violations = violations(jar);
    if (violations.isEmpty()) {
      return List.of();
    }
    var lines = new ArrayList<String>();
    lines.add("Every host would refuse this agent: " + violations.getFirst());
    violations.stream().skip(1).forEach(other -> lines.add("  also: " + other));
    return lines;
  }

  private static List<String> admit(byte[] jar) {
    try {
      Admission.admit(jar);
      return List.of();
    } catch (RefusedException e) {
      var all = new ArrayList<String>();
      all.add(sentence(String.valueOf(e.getMessage())));
      e.others().forEach(other -> all.add(sentence(other)));
      return all;
    }
  }

  private static String sentence(String text) {
    var line = ForeignText.of(text).line(MAX_CHARS);
    return line.endsWith(".") ? line : line + ".";
  }
}
