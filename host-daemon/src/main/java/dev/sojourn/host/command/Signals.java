package dev.sojourn.host.command;

import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;

/// Signals of the operating system besides those that end the process.
///
/// The JDK has them in `sun.misc.Signal` alone, whose name no source may use without a warning. So
/// it is found by its name when the program runs.
final class Signals {
  private static final System.Logger LOG = System.getLogger(Signals.class.getName());

  private Signals() {}

  /// Has something done for each signal of a name, on a thread of its own. If the system has no
  /// such signal, nothing happens.
  ///
  /// @param name as `HUP`
  /// @param work to do; must not throw
  static void handle(String name, Runnable work) {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      var run =
          MethodHandles.lookup()
              .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
              .bindTo(work);
      var handling =
          MethodHandleProxies.asInterfaceInstance(
              handler, MethodHandles.dropArguments(run, 0, signal));
      var _ =
          signal
              .getMethod("handle", signal, handler)
              .invoke(null, signal.getConstructor(String.class).newInstance(name), handling);
    } catch (InvocationTargetException e) {
      sayUnhandled(name, String.valueOf(e.getCause()));
    } catch (ReflectiveOperationException e) {
      sayUnhandled(name, e.toString());
    }
  }

  private static void sayUnhandled(String name, String why) {
    LOG.log(System.Logger.Level.INFO, "SIG{0} is not handled: {1}", name, why);
  }
}
