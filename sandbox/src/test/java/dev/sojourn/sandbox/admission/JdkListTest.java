package dev.sojourn.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JdkListTest {

  @Test
  void namesOnlyPublicClassesOfJavaBase() {
    for (var name : JdkList.classes()) {
      var type = JdkList.load(name);
      assertThat(type.getModule().getName()).as(name).isEqualTo("java.base");
      assertThat(Modifier.isPublic(type.getModifiers())).as(name).isTrue();
    }
  }

  @Test
  void letsAMemberBeInheritedFromAListedClassOnly() {
    assertThat(JdkList.allows("java.util.LinkedHashMap", "put")).isTrue();
    assertThat(JdkList.allows("java.util.ArrayList", "getClass")).isTrue();
    assertThat(JdkList.allows("java.util.List", "hashCode")).isTrue();
    assertThat(JdkList.allows("java.util.List", "<init>")).isFalse();
    assertThat(JdkList.allows("java.util.List", "parallelStream")).isFalse();
    assertThat(JdkList.allows("java.util.List", "wait")).isFalse();
  }

  @Test
  void letsOneOverloadBeListedWithoutTheOthers() {
    assertThat(JdkList.allows("java.util.SplittableRandom", "<init>", "(J)V")).isTrue();
    assertThat(JdkList.allows("java.util.SplittableRandom", "<init>", "()V")).isFalse();
    assertThat(JdkList.allows("java.util.SplittableRandom", "<init>")).isTrue();
    assertThat(JdkList.allows("java.util.ArrayList", "<init>", "()V")).isTrue();
  }

  /// By an interface of its own that declares one of these an agent could call what it may not
  /// name.
  @Test
  void knowsAllThatIsHandedDownThoughItIsNotListed() {
    for (var name : JdkList.classes()) {
      var type = JdkList.load(name);
      boolean heirs =
          !Modifier.isFinal(type.getModifiers())
              && !type.isSealed()
              && (type.isInterface() || JdkList.allows(name, "<init>"));
      for (var method : heirs ? inherited(type) : List.<Method>of()) {
        var descriptor =
            MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .descriptorString();
        if (!JdkList.allows(name, method.getName()) && isNameable(method)) {
          assertThat(InheritedMembers.contains(method.getName(), descriptor))
              .as("%s", method)
              .isTrue();
        }
      }
    }
    assertThat(InheritedMembers.contains("stream", "()Ljava/util/stream/Stream;")).isFalse();
  }

  /// A method whose result cannot be named cannot be called either.
  @Test
  void whatAnAgentIsGivenItMayName() {
    for (var name : JdkList.classes()) {
      var type = JdkList.load(name);
      for (var method : type.getMethods()) {
        if (!method.isBridge() && !method.isSynthetic() && isListed(name, method)) {
          assertNameable(method.getReturnType(), method);
        }
      }
      for (var field : type.getFields()) {
        if (JdkList.allows(name, field.getName())) {
          assertNameable(field.getType(), field);
        }
      }
    }
  }

  @Test
  void whatTheAgentApiGivesItMayName() throws ClassNotFoundException {
    for (var name : VisibleClasses.agentApi()) {
      for (var method : Class.forName(name).getMethods()) {
        // An agent calls inherited methods of the JDK only if they are listed.
        var declaring = method.getDeclaringClass().getName();
        if (VisibleClasses.isAgentApi(declaring) || isListed(declaring, method)) {
          assertNameable(method.getReturnType(), method);
        }
      }
    }
  }

  /// An agent may hold objects of these classes, and call only the methods that all objects have.
  @Test
  void onlyAFewTypesHaveNoMembers() {
    assertThat(JdkList.classes().stream().filter(name -> JdkList.members(name).isEmpty()))
        .containsExactlyInAnyOrder(
            "java.io.Serializable",
            "java.lang.Cloneable",
            "java.time.ZoneId",
            "java.util.RandomAccess");
  }

  private static boolean isListed(String name, Method method) {
    var descriptor =
        MethodType.methodType(method.getReturnType(), method.getParameterTypes())
            .descriptorString();
    return JdkList.allows(name, method.getName(), descriptor);
  }

  private static void assertNameable(Class<?> type, Member member) {
    var element = element(type);
    boolean nameable =
        element.isPrimitive()
            || VisibleClasses.isListed(element.getName())
            || VisibleClasses.isAgentApi(element.getName());
    assertThat(nameable).as("%s", member).isTrue();
  }

  private static List<Method> inherited(Class<?> type) {
    var methods = new ArrayList<>(List.of(type.getMethods()));
    for (Class<?> t = type; t != null; t = t.getSuperclass()) {
      methods.addAll(List.of(t.getDeclaredMethods()));
    }
    methods.addAll(List.of(Object.class.getDeclaredMethods()));
    methods.removeIf(
        m -> Modifier.isPrivate(m.getModifiers()) || Modifier.isStatic(m.getModifiers()));
    return methods.stream()
        .filter(m -> Modifier.isPublic(m.getModifiers()) || Modifier.isProtected(m.getModifiers()))
        .toList();
  }

  private static boolean isNameable(Method method) {
    return Stream.concat(Stream.of(method.getReturnType()), Stream.of(method.getParameterTypes()))
        .map(JdkListTest::element)
        .allMatch(type -> type.isPrimitive() || VisibleClasses.isListed(type.getName()));
  }

  private static Class<?> element(Class<?> type) {
    return type.isArray() ? element(type.componentType()) : type;
  }

  @Test
  void containsNothingThatIsKnownToBeDangerous() {
    var dangerous =
        List.of(
            "forName",
            "getClassLoader",
            "exit",
            "halt",
            "load",
            "exec",
            "wait",
            "notify",
            "notifyAll",
            "finalize",
            "parallel",
            "parallelStream",
            "now",
            "intern",
            "format",
            "matches",
            "split",
            "replaceAll",
            "replaceFirst",
            "getProperty",
            "setProperty",
            "getenv",
            "newInstance",
            "invoke",
            "random",
            "randomUUID",
            "spliterator");
    for (var type : JdkList.classes()) {
      for (var member : dangerous) {
        assertThat(JdkList.allows(type, member)).as(type + "." + member).isFalse();
      }
    }
  }

  @Test
  void namesMembersThatExist() {
    var exceptional = List.of("<init>");
    for (var type : JdkList.classes()) {
      for (var listed : JdkList.members(type)) {
        var member = listed.replaceFirst("\\(.*", "");
        var found =
            exceptional.contains(member)
                || Arrays.stream(JdkList.load(type).getMethods())
                    .anyMatch(m -> m.getName().equals(member))
                || Arrays.stream(JdkList.load(type).getDeclaredMethods())
                    .anyMatch(m -> m.getName().equals(member))
                || Arrays.stream(JdkList.load(type).getFields())
                    .anyMatch(f -> f.getName().equals(member));
        assertThat(found).as(type + "." + member).isTrue();
      }
    }
  }
}
