package dev.sojourn.sandbox.worker.state;

import java.io.IOException;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The container or array that a view of the JDK shows.
///
/// The view keeps it in a private field. `sun.reflect.ReflectionFactory` reads the fields of
/// serializable classes of the JDK. The module `jdk.unsupported` exports it for libraries that
/// serialize, so no package of the JDK needs to be opened.
final class Backing {
  private static final MethodHandle WRITERS = writers();

  /// Reads the field of an unmodifiable collection of any kind.
  static final Backing OF_COLLECTION =
      new Backing(Collections.unmodifiableCollection(List.of()).getClass());

  /// Reads the field of an unmodifiable map.
  static final Backing OF_MAP = new Backing(Collections.unmodifiableMap(Map.of()).getClass());

  /// Reads the array of `Arrays.asList`.
  static final Backing OF_ARRAY_LIST = new Backing(Arrays.asList().getClass());

  private final MethodHandle writer;

  /// @param declaring the class of the JDK that has this field and no other
  private Backing(Class<?> declaring) {
    try {
      this.writer =
          ((MethodHandle) WRITERS.invoke(declaring))
              .asType(MethodType.methodType(void.class, Object.class, ObjectOutputStream.class));
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /// Returns the container or array that a view shows.
  ///
  /// @param view an instance of the class that has the field, or of a subclass
  Object of(Object view) {
    try {
      var fields = new CapturedFields();
      writer.invokeExact(view, (ObjectOutputStream) fields);
      var found = fields.value;
      if (found == null) {
        throw new StateException(view.getClass().getTypeName() + " shows nothing");
      }
      return found;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /// Looks up `ReflectionFactory.defaultWriteObjectForSerialization` by name: javac warns of any
  /// direct mention, and the build accepts no warning.
  private static MethodHandle writers() {
    try {
      var type = Class.forName("sun.reflect.ReflectionFactory");
      var lookup = MethodHandles.lookup();
      var factory =
          lookup.findStatic(type, "getReflectionFactory", MethodType.methodType(type)).invoke();
      return lookup
          .findVirtual(
              type,
              "defaultWriteObjectForSerialization",
              MethodType.methodType(MethodHandle.class, Class.class))
          .bindTo(factory);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /// A stream that keeps the one object that the caller puts into it.
  private static final class CapturedFields extends ObjectOutputStream {
    private @Nullable Object value;

    CapturedFields() throws IOException {}

    @Override
    public PutField putFields() {
      return new Captured();
    }

    @Override
    public void writeFields() {}

    private final class Captured extends PutField {
      @Override
      public void put(String name, @Nullable Object field) {
        value = field;
      }

      @Override
      public void put(String name, boolean field) {}

      @Override
      public void put(String name, byte field) {}

      @Override
      public void put(String name, char field) {}

      @Override
      public void put(String name, short field) {}

      @Override
      public void put(String name, int field) {}

      @Override
      public void put(String name, long field) {}

      @Override
      public void put(String name, float field) {}

      @Override
      public void put(String name, double field) {}

      @Override
      @Deprecated
      @SuppressWarnings("removal") // PutField still demands it
      public void write(ObjectOutput out) {}
    }
  }
}
