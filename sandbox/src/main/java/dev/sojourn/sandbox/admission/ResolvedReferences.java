package dev.sojourn.sandbox.admission;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;

/// The count of references for which the JVM keeps an object: each `invokedynamic`, and each
/// constant that is an object or calls one.
///
/// HotSpot numbers them with 16 bits and does not check for overflow. Beyond that, one is taken for
/// another. Some 70,000 ended the JVM in its collector, and an attacker who chooses their number
/// may choose the two that are confused.
final class ResolvedReferences {
  /// Half of the number that the JVM can count; classes that javac wrote have a tenth of it at
  /// most.
  static final int MAX = 1 << 15;

  /// No constant and no `invokedynamic` takes fewer bytes, so smaller classes need no count.
  private static final int LEAST_BYTES = 3;

  private ResolvedReferences() {}

  /// Checks a class as it will be loaded, with the woven code.
  static void check(String name, byte[] woven) throws RefusedException {
    if (woven.length <= MAX * LEAST_BYTES) {
      return;
    }
    var model = ClassFile.of().parse(woven);
    long count = model.constantPool().size() + callSites(model);
    if (count > MAX) {
      throw new CodeSite(name)
          .refuse(
              "has %,d constants and call sites, polls among them (allowed: %,d in a class)"
                  .formatted(count, MAX));
    }
  }

  private static long callSites(ClassModel model) {
    return model.methods().stream()
        .flatMap(method -> method.code().stream())
        .mapToLong(
            code -> code.elementStream().filter(InvokeDynamicInstruction.class::isInstance).count())
        .sum();
  }
}
