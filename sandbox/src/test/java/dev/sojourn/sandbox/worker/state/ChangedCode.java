package dev.sojourn.sandbox.worker.state;

import dev.sojourn.sandbox.AgentSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The code of an agent in one of its versions: the class `guest.Guest` and the classes within it.
final class ChangedCode {
  private static final int MAX_BYTES = 1 << 20;

  private final Class<?> entry;
  private final StateCodec codec;

  private ChangedCode(Class<?> entry, List<Class<?>> types) {
    this.entry = entry;
    this.codec = new StateCodec(types, MAX_BYTES);
  }

  /// Compiles and loads a version.
  ///
  /// @param members of the class `Guest`, which can be made without parameters
  static ChangedCode of(String members) throws ReflectiveOperationException {
    var source =
        "package guest; import java.util.*; import java.time.*;\n"
            + "@SuppressWarnings(\"all\") public class Guest {\n"
            + members
            + "\n public String toString() { return String.valueOf(text()); }\n}";
    var loader = new Loader(new TreeMap<>(AgentSource.compile(source)));
    var types = new ArrayList<Class<?>>();
    for (var name : loader.classes.keySet()) {
      types.add(loader.loadClass(name));
    }
    return new ChangedCode(loader.loadClass(AgentSource.ENTRY), types);
  }

  /// The state of a new agent.
  byte[] state() throws ReflectiveOperationException {
    return codec.write(entry.getDeclaredConstructor().newInstance());
  }

  /// What an agent with a state says.
  String read(byte[] state) {
    return codec.read(state, entry).toString();
  }

  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> classes;

    Loader(Map<String, byte[]> classes) {
      super(ChangedCode.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      var bytes = classes.get(name);
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
