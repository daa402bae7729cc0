package dev.sojourn.sandbox.admission;

import dev.sojourn.sandbox.CodePlace;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/// Makes classes that may be loaded and can be stopped from the bytes of a jar.
public final class Admission {
  private Admission() {}

  /// Checks an agent's code. Hostile bytes may make it run forever or run out of memory, so the
  /// caller must run it in a process that may fail.
  ///
  /// @param jar the bytes of a jar
  /// @return the classes
  /// @throws RefusedException if the jar or its classes break rules; the exception lists the
  ///   violations
  public static Admitted admit(byte[] jar) throws RefusedException {
    var models = parse(CodeJar.classes(jar));
    check(models);
    var weaver = new PollWeaver(models);
    var woven = new TreeMap<String, byte[]>();
    for (var entry : models.entrySet()) {
      try {
        var safe = weaver.weave(entry.getValue());
        ResolvedReferences.check(entry.getKey(), safe);
        woven.put(entry.getKey(), safe);
      } catch (RuntimeException | StackOverflowError e) {
        throw malformed(entry.getKey());
      }
    }
    return new Admitted(woven);
  }

  /// Reads the class files of a jar without parsing them.
  ///
  /// @param jar the bytes of a jar
  /// @return the class files by binary name
  /// @throws RefusedException if the jar breaks the rules for an agent's jar
  public static SortedMap<String, byte[]> classes(byte[] jar) throws RefusedException {
    return CodeJar.classes(jar);
  }

  private static SortedMap<String, ClassModel> parse(SortedMap<String, byte[]> classes)
      throws RefusedException {
    var models = new TreeMap<String, ClassModel>();
    var violations = new Violations();
    for (var group : CodeGroup.of(classes.keySet())) {
      violations.nextGroup(group);
      for (var name : group.classes()) {
        violations.holds(
            () -> {
              // A class in a forbidden package is refused only for its package, not also for its
              // version.
              if (!VisibleClasses.isTaken(name)) {
                ClassVersion.check(name, Objects.requireNonNull(classes.get(name)));
              }
              models.put(name, parse(name, Objects.requireNonNull(classes.get(name))));
            });
      }
    }
    violations.requireNone();
    return models;
  }

  private static void check(SortedMap<String, ClassModel> models) throws RefusedException {
    var members = new NameCheck(models);
    var violations = new Violations();
    for (var group : CodeGroup.of(models.keySet())) {
      violations.nextGroup(group);
      var taken = group.classes().stream().filter(VisibleClasses::isTaken).toList();
      if (!taken.isEmpty()) {
        violations.note(taken(taken));
      }
      for (var name : group.classes()) {
        if (!VisibleClasses.isTaken(name)) {
          check(name, Objects.requireNonNull(models.get(name)), members, violations);
        }
      }
    }
    violations.requireNone();
  }

  private static void check(String name, ClassModel model, NameCheck members, Violations violations)
      throws RefusedException {
    try {
      ClassCheck.check(name, model, members, violations);
    } catch (RuntimeException | StackOverflowError _) {
      violations.note(malformed(name));
    }
  }

  /// Makes one refusal for all classes of a library that break this rule.
  private static RefusedException taken(List<String> classes) {
    var first = classes.getFirst();
    var others = classes.size() - 1;
    return new CodeSite(first)
        .refuse(
            (others == 0
                    ? "is in a package that agents may not define"
                    : "is in a package that agents may not define, like %,d more %s of the jar"
                        .formatted(others, others == 1 ? "class" : "classes"))
                + Hints.insteadOfDefining(first));
  }

  private static ClassModel parse(String name, byte[] bytes) throws RefusedException {
    try {
      return ClassFile.of().parse(bytes);
    } catch (RuntimeException | StackOverflowError _) {
      throw malformed(name);
    }
  }

  /// Makes the refusal of an unreadable class. The parser throws many kinds of exceptions.
  private static RefusedException malformed(String name) {
    return new RefusedException(
        name + " is no class file (allowed: what javac writes)", new CodePlace(name, "", 0));
  }
}
