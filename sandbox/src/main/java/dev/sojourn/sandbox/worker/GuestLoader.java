package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.admission.Admitted;
import dev.sojourn.sandbox.admission.VisibleClasses;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.List;

/// The class loader of one visit. It defines the agent's admitted classes and hands on requests for
/// listed names only; it has no parent that could be asked for anything else.
final class GuestLoader extends ClassLoader {
  private static final MethodHandle NOTHING =
      MethodHandles.empty(MethodType.methodType(void.class));

  private final Admitted code;
  private final MutableCallSite polls = new MutableCallSite(NOTHING);

  GuestLoader(Admitted code) {
    super("agent", null);
    this.code = code;
  }

  /// All classes of the agent, in the order of their names; none is initialised by this.
  List<Class<?>> allClasses() throws ClassNotFoundException {
    var classes = new ArrayList<Class<?>>();
    for (var name : code.classes().keySet()) {
      classes.add(loadClass(name));
    }
    return classes;
  }

  /// What all polls of the visit call.
  CallSite pollSite() {
    return polls;
  }

  /// From here on every poll throws.
  void stop(StopException stop) {
    polls.setTarget(MethodHandles.throwException(void.class, StopException.class).bindTo(stop));
    MutableCallSite.syncAll(new MutableCallSite[] {polls});
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      var loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      var bytes = code.classes().get(name);
      if (bytes != null) {
        return defineClass(name, bytes, 0, bytes.length);
      }
      if (VisibleClasses.isAgentApi(name) || VisibleClasses.isPolls(name)) {
        return GuestLoader.class.getClassLoader().loadClass(name);
      }
      if (VisibleClasses.isListed(name)) {
        return Class.forName(name, false, null);
      }
      throw new ClassNotFoundException(name + " (not open to agents)");
    }
  }
}
