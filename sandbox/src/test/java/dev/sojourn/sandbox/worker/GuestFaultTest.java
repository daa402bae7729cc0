package dev.sojourn.sandbox.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.sandbox.CodePlace;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The words for exceptions of agents, honest and hostile.
final class GuestFaultTest {
  private static final Set<String> OWN = Set.of("guest.Guest");

  private static <T extends Throwable> T at(T thrown, String method, int line) {
    thrown.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("java.util.List", "get", "List.java", 1),
          new StackTraceElement("guest.Guest", method, "Guest.java", line)
        });
    return thrown;
  }

  private static GuestFault of(Throwable thrown) {
    return GuestFault.of(thrown, OWN);
  }

  @Test
  void anExceptionWithoutACauseIsReported() {
    var failure = of(at(new IllegalStateException("no"), "visit", 3));

    assertThat(failure.reason()).isEqualTo("java.lang.IllegalStateException: no");
    assertThat(failure.where()).isEqualTo(new CodePlace("guest.Guest", "visit", 3));
  }

  @Test
  void theCauseAtTheRootIsReportedWithItsPlace() {
    var root = at(new ArithmeticException("/ by zero"), "<clinit>", 7);
    var failure = of(at(new RuntimeException("wrapped", new Exception(root)), "visit", 3));

    assertThat(failure.reason())
        .isEqualTo(
            "java.lang.RuntimeException: wrapped; caused by java.lang.ArithmeticException: / by"
                + " zero at guest.Guest.<clinit> (line 7)");
    assertThat(failure.where()).isEqualTo(new CodePlace("guest.Guest", "visit", 3));
  }

  /// The fault of an initialiser that failed before a method of the agent ran.
  @Test
  void thePlaceIsThatOfTheCauseWhereTheExceptionHasNone() {
    var root = at(new ArithmeticException("/ by zero"), "<clinit>", 7);
    var thrown = new ExceptionInInitializerError(root);
    thrown.setStackTrace(new StackTraceElement[0]);

    assertThat(of(thrown).where()).isEqualTo(new CodePlace("guest.Guest", "<clinit>", 7));
  }

  @Test
  void causesInACircleEnd() {
    var one = new RuntimeException("one");
    var two = new RuntimeException("two", one);
    one.initCause(two);

    assertThat(of(one).reason())
        .isEqualTo("java.lang.RuntimeException: one; caused by java.lang.RuntimeException: two");
  }

  /// Each has another one behind it.
  private static final class Endless extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static int made;

    private final int number = made++;

    @Override
    public String getMessage() {
      return "number " + number;
    }

    @Override
    public synchronized Throwable getCause() {
      return new Endless();
    }
  }

  @Test
  void causesWithoutEndEnd() {
    assertThat(of(new Endless()).reason()).endsWith("Endless: number 20");
  }

  /// Has no message and no trace.
  private static final class Secretive extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Secretive(Throwable cause) {
      super(cause);
    }

    @Override
    public String getMessage() {
      throw new IllegalStateException("not told");
    }

    @Override
    public synchronized Throwable getCause() {
      throw new StackOverflowError();
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      throw new IllegalStateException("not told");
    }
  }

  @Test
  void whatThrowsWhenItIsAskedIsReportedByItsClass() {
    var secretive = new Secretive(new Exception("hidden"));
    var name = Secretive.class.getName();

    assertThat(of(secretive)).isEqualTo(new GuestFault(name, CodePlace.UNKNOWN));
    assertThat(of(new RuntimeException("open", secretive)).reason())
        .isEqualTo("java.lang.RuntimeException: open; caused by " + name);
  }

  @Test
  void noLongMessageHidesTheCauseOrItsPlace() {
    var root = at(new Exception("r".repeat(100_000)), "m".repeat(5_000), 7);
    var failure = of(at(new RuntimeException("w".repeat(100_000), root), "visit", 3));

    assertThat(failure.reason())
        .hasSizeBetween(400, 500)
        .contains("www; caused by java.lang.Exception: rrr")
        .contains("rrr at guest.Guest.mmm");
  }
}
