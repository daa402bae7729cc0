package dev.sojourn.host.command;

import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;

/// Handlers for signals of the operating system that do not end the process.
///
/// The JDK offers them only in `sun.misc.Signal`. Sources that use this class cause compiler
/// warnings, so the program finds the class by name at run time.
final class Signals {
  private static final System.Logger LOG = System.getLogger(Signals.class.getName());

  private Signals() {}

  /// Runs a task for each signal of a name, on a separate thread. If the system has no such signal,
  /// the log reports it.
  ///
  /// @param name the name, such as `HUP`
  /// @param work the task; must not throw
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
