package dev.sojourn.host.command;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/// Signals of the operating system besides those that end the process.
///
/// The JDK has them in `sun.misc.Signal` alone, whose name no source may use without a warning. So
/// it is found by its name when the program runs.
final class Signals {
  private static final System.Logger LOG = System.getLogger(Signals.class.getName());

  private Signals() {}

  /// Has something done for each signal of a name, on a thread of its own. Where the system has no
  /// such signal, nothing happens.
  ///
  /// @param name as `HUP`
  /// @param work to do; must not throw
  static void handle(String name, Runnable work) {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      var proxy =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handler},
              (self, method, arguments) ->
                  switch (method.getName()) {
                    case "handle" -> {
                      work.run();
                      yield null;
                    }
                    case "equals" -> self == arguments[0];
                    case "hashCode" -> System.identityHashCode(self);
                    default -> "the handler of SIG" + name;
                  });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
    } catch (InvocationTargetException e) {
      LOG.log(System.Logger.Level.INFO, "SIG{0} is not handled: {1}", name, e.getCause());
    } catch (ReflectiveOperationException e) {
      LOG.log(System.Logger.Level.INFO, "SIG{0} is not handled: {1}", name, e.toString());
    }
  }
}
