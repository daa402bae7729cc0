package dev.sojourn.sandbox.admission;

import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The members that the classes of the agent API declare themselves. A JDK member that they inherit
/// must be in the list of the JDK: an agent's class may also inherit it directly.
final class ApiMembers {
  private static final Map<String, Class<?>> TYPES = new HashMap<>();
  private static final Map<String, Set<String>> DECLARED = new HashMap<>();

  static {
    for (var name : VisibleClasses.agentApi()) {
      var type = load(name);
      TYPES.put(name, type);
      DECLARED.put(name, declared(type));
    }
  }

  private ApiMembers() {}

  /// Whether a class of the agent API declares a public member.
  ///
  /// @param className the binary name of any class
  static boolean declares(String className, String member, String descriptor) {
    return DECLARED.getOrDefault(className, Set.of()).contains(member + descriptor);
  }

  /// Returns the direct supertypes of a class of the agent API; empty for other classes.
  static List<String> supertypes(String className) {
    var names = new ArrayList<String>();
    var type = TYPES.get(className);
    if (type != null) {
      names.add((type.getSuperclass() == null ? Object.class : type.getSuperclass()).getName());
      for (var implemented : type.getInterfaces()) {
        names.add(implemented.getName());
      }
    }
    return names;
  }

  private static Set<String> declared(Class<?> type) {
    var members = new HashSet<String>();
    for (var method : type.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())) {
        members.add(
            method.getName()
                + MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                    .descriptorString());
      }
    }
    for (var constructor : type.getDeclaredConstructors()) {
      if (Modifier.isPublic(constructor.getModifiers())) {
        members.add(
            "<init>"
                + MethodType.methodType(void.class, constructor.getParameterTypes())
                    .descriptorString());
      }
    }
    for (var field : type.getDeclaredFields()) {
      if (Modifier.isPublic(field.getModifiers())) {
        members.add(field.getName() + field.getType().descriptorString());
      }
    }
    return Set.copyOf(members);
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ApiMembers.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
