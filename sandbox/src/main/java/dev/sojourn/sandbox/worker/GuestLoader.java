package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.admission.Admitted;
import dev.sojourn.sandbox.admission.VisibleClasses;
import dev.sojourn.sandbox.worker.meter.StopSignal;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The class loader of one visit. It defines the agent's admitted classes, and delegates only
/// requests for listed names. It has no parent loader.
public final class GuestLoader extends ClassLoader {
  private static final MethodHandle NOTHING =
      MethodHandles.empty(MethodType.methodType(void.class));
  private static final MethodHandle TEXTS =
      method(AllocationGuard.class, "texts", MethodType.methodType(void.class, String[].class));
  private static final MethodHandle TEXT = text();

  /// The classes whose `toString` never includes the text of another object.
  private static final Set<Class<?>> PLAIN =
      Set.of(
          String.class,
          Boolean.class,
          Byte.class,
          Character.class,
          Double.class,
          Float.class,
          Integer.class,
          Long.class,
          Short.class);

  private static final MethodHandle CHECK = method(StopSignal.class, "check", NOTHING.type());

  private final Admitted code;
  private volatile @Nullable AllocationGuard allotment;
  private final MutableCallSite polls = new MutableCallSite(NOTHING);

  /// Creates the loader of a visit.
  ///
  /// @param code the admitted code
  /// @param allotment the guard of the visit
  public GuestLoader(Admitted code, AllocationGuard allotment) {
    this(code);
    this.allotment = allotment;
  }

  /// Creates the loader of a future visit. Until [#allot] sets a guard, code that calls the guard
  /// cannot be linked.
  GuestLoader(Admitted code) {
    super("agent", null);
    this.code = code;
  }

  /// Sets the guard when the visit of this loader begins.
  void allot(AllocationGuard given) {
    allotment = given;
  }

  private AllocationGuard allotment() {
    var given = allotment;
    if (given == null) {
      throw new IllegalStateException("the visit of this loader has not begun");
    }
    return given;
  }

  /// Links all classes of the agent without initialising them, so that the JVM verifies all before
  /// any code runs. Returns them in the order of their names.
  List<Class<?>> linked() throws ClassNotFoundException {
    var classes = new ArrayList<Class<?>>();
    for (var name : code.classes().keySet()) {
      classes.add(loadClass(name));
    }
    for (var type : classes) {
      var _ = type.getDeclaredConstructors();
    }
    return classes;
  }

  /// Returns the call site of all polls of the visit.
  CallSite pollSite() {
    return polls;
  }

  /// Returns a call site that calls a method of the visit's guard.
  CallSite question(String name, MethodType type) {
    return new ConstantCallSite(method(AllocationGuard.class, name, type).bindTo(allotment()));
  }

  /// Returns the type of a concatenation in which texts replace the objects whose text is
  /// unpredictable.
  static MethodType withTexts(MethodType type) {
    var texts = type;
    for (int i = 0; i < type.parameterCount(); i++) {
      if (isObject(type.parameterType(i))) {
        texts = texts.changeParameterType(i, String.class);
      }
    }
    return texts;
  }

  private static boolean isObject(Class<?> type) {
    return !type.isPrimitive() && !PLAIN.contains(type);
  }

  /// Returns a concatenation that takes objects. It first calls the guard with all texts, including
  /// those of the objects.
  ///
  /// @param concatenation the same concatenation with texts instead of the objects
  /// @param type the type of the concatenation with objects
  CallSite asking(CallSite concatenation, MethodType type) {
    var texts = concatenation.type();
    var made = concatenation.getTarget();
    int count = (int) texts.parameterList().stream().filter(String.class::equals).count();
    if (count == 0) {
      return concatenation;
    }
    var question = TEXTS.bindTo(allotment()).asCollector(String[].class, count);
    for (int i = 0; i < texts.parameterCount(); i++) {
      if (texts.parameterType(i) != String.class) {
        question = MethodHandles.dropArguments(question, i, texts.parameterType(i));
      }
    }
    made = MethodHandles.foldArguments(made, question);
    for (int i = type.parameterCount() - 1; i >= 0; i--) {
      // In descending order, so that the texts of the objects are made in the order of the objects.
      if (isObject(type.parameterType(i))) {
        var text = TEXT.asType(MethodType.methodType(String.class, type.parameterType(i)));
        made = MethodHandles.filterArguments(made, i, text);
      }
    }
    return new ConstantCallSite(made);
  }

  private static MethodHandle text() {
    try {
      return MethodHandles.lookup()
          .findStatic(HiddenNames.class, "text", MethodType.methodType(String.class, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodHandle method(Class<?> owner, String name, MethodType type) {
    try {
      return MethodHandles.lookup().findVirtual(owner, name, type);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(name + type + " (expected: a method of " + owner + ")", e);
    }
  }

  /// Makes every later poll check the signal, which throws.
  void stop(StopSignal signal) {
    polls.setTarget(CHECK.bindTo(signal));
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
