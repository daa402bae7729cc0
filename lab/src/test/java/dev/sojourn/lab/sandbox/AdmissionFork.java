package dev.sojourn.lab.sandbox;

import dev.sojourn.lab.sandbox.guest.Remembers;
import dev.sojourn.sandbox.admission.Admission;
import dev.sojourn.sandbox.worker.AdmissionCache;
import java.util.Arrays;

/// Admits the sample agents and prints milliseconds: for the first time, after one other agent as
/// in a worker's warmup; the median of later times; and for known code.
final class AdmissionFork {
  private static final int TIMES = 60;
  private static final int WARM_TIMES = 20;

  private AdmissionFork() {}

  /// Runs.
  ///
  /// @param args none
  public static void main(String[] args) throws Exception {
    var jar = GuestCode.jar(Class.forName(AdmissionFigures.SAMPLE), true, "sample");
    Admission.admit(GuestCode.jar(Remembers.class, false, "warmup"));
    var millis = new double[TIMES];
    for (int i = 0; i < TIMES; i++) {
      long before = System.nanoTime();
      Admission.admit(jar);
      millis[i] = (System.nanoTime() - before) / 1e6;
    }
    var admissionCache = new AdmissionCache();
    admissionCache.admit("digest", jar);
    var known = new double[TIMES];
    for (int i = 0; i < TIMES; i++) {
      long before = System.nanoTime();
      admissionCache.admit("digest", jar);
      known[i] = (System.nanoTime() - before) / 1e6;
    }
    System.out.println(millis[0]);
    System.out.println(Figure.at(Arrays.copyOfRange(millis, WARM_TIMES, TIMES), 0.5));
    System.out.println(Figure.at(known, 0.5));
  }
}
