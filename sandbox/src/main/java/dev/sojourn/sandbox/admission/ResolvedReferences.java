package dev.sojourn.sandbox.admission;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;

/// Limits the references for which the JVM keeps an object: each `invokedynamic`, and constants
/// that are objects or calls.
///
/// HotSpot numbers them with 16 bits and does not check for overflow, so above this limit it
/// confuses two references. About 70,000 references crashed the JVM in its collector. By their
/// number, an attacker could choose the two that are confused.
final class ResolvedReferences {
  /// Half of the number that the JVM can count. Classes by javac have at most a tenth of it.
  static final int MAX = 1 << 15;

  /// The least bytes of a constant or an `invokedynamic`; small classes need no count.
  private static final int LEAST_BYTES = 3;

  private ResolvedReferences() {}

  /// Checks a class in its final form, with the added code.
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
