package dev.sojourn.sandbox.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class JdkListTest {

  @Test
  void namesOnlyPublicClassesOfJavaBase() {
    for (var name : JdkList.classes()) {
      var type = JdkList.load(name);
      assertThat(type.getModule().getName()).as(name).isEqualTo("java.base");
      assertThat(java.lang.reflect.Modifier.isPublic(type.getModifiers())).as(name).isTrue();
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
      for (var member : JdkList.members(type)) {
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
