package dev.sojourn.sandbox.admission;

import java.lang.classfile.BootstrapMethodEntry;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.IntegerEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The bootstrap methods that javac uses for ordinary code: lambdas, concatenation, records and
/// pattern switches.
final class Bootstraps {
  private static final String LAMBDA = "java.lang.invoke.LambdaMetafactory.";

  private static final String CONCATENATION =
      "java.lang.invoke.StringConcatFactory.makeConcatWithConstants";

  private static final Set<String> CALLS =
      Set.of(
          LAMBDA + "metafactory",
          LAMBDA + "altMetafactory",
          CONCATENATION,
          "java.lang.runtime.ObjectMethods.bootstrap",
          "java.lang.runtime.SwitchBootstraps.typeSwitch",
          "java.lang.runtime.SwitchBootstraps.enumSwitch");

  /// javac uses these to describe an enum's constant to a pattern switch.
  private static final String DESCRIBED = "java.lang.invoke.ConstantBootstraps.invoke";

  private static final Set<String> DESCRIBERS =
      Set.of("java.lang.Enum$EnumDesc.of", "java.lang.constant.ClassDesc.of");

  /// javac uses this to describe a primitive type to a pattern switch.
  private static final String PRIMITIVE = "java.lang.invoke.ConstantBootstraps.primitiveClass";

  private static final Set<String> PRIMITIVES = Set.of("Z", "B", "C", "S", "I", "J", "F", "D");

  private static final int FLAG_SERIALIZABLE = 1;
  private static final int FLAG_MARKERS = 2;
  private static final int FLAG_BRIDGES = 4;
  private static final int FLAGS_ARGUMENT = 3;

  /// The index of the argument of a lambda's bootstrap method that names the called method.
  static final int IMPLEMENTATION_ARGUMENT = 1;

  private Bootstraps() {}

  /// Whether a reference in a constant pool names one of the bootstrap methods or a member that
  /// they need.
  static boolean isLinkage(String member) {
    return CALLS.contains(member)
        || member.equals(DESCRIBED)
        || member.equals(PRIMITIVE)
        || DESCRIBERS.contains(member);
  }

  /// Whether a call concatenates texts.
  static boolean isConcatenation(InvokeDynamicEntry call) {
    return name(call.bootstrap().bootstrapMethod().reference()).equals(CONCATENATION);
  }

  /// Whether a call makes a lambda.
  static boolean isLambda(InvokeDynamicEntry call) {
    return name(call.bootstrap().bootstrapMethod().reference()).startsWith(LAMBDA);
  }

  /// Returns the method that a lambda or a method reference calls; empty if the call does not make
  /// a lambda.
  static Optional<MemberRefEntry> referred(InvokeDynamicEntry call) {
    var arguments = call.bootstrap().arguments();
    return isLambda(call)
            && arguments.size() > IMPLEMENTATION_ARGUMENT
            && arguments.get(IMPLEMENTATION_ARGUMENT) instanceof MethodHandleEntry handle
        ? Optional.of(handle.reference())
        : Optional.empty();
  }

  /// Refuses a lambda with a method `finalize`, which the JVM would use as a finalizer. The call
  /// alone decides that name, not the interface.
  static void checkName(String name, CodeSite site) throws RefusedException {
    if (name.equals("finalize")) {
      throw site.refuse("makes a lambda that is called finalize (allowed: try-with-resources)");
    }
  }

  static void checkCall(BootstrapMethodEntry bootstrap, CodeSite site) throws RefusedException {
    var name = name(bootstrap.bootstrapMethod().reference());
    if (!CALLS.contains(name)) {
      throw site.refuse("links by " + name + Hints.instead(name));
    }
    if (name.equals(LAMBDA + "altMetafactory")) {
      checkAlternative(bootstrap.arguments(), site);
    }
  }

  /// Checks the arguments: three as for other lambdas, flags, and for each of two flags a count
  /// with as many types. The JDK makes an array of that count before it reads the types.
  private static void checkAlternative(List<LoadableConstantEntry> arguments, CodeSite site)
      throws RefusedException {
    int flags = number(arguments, FLAGS_ARGUMENT, site);
    if ((flags & FLAG_SERIALIZABLE) != 0) {
      throw site.refuse("makes a serializable lambda (allowed: other lambdas)");
    }
    int next = FLAGS_ARGUMENT + 1;
    for (int flag : new int[] {FLAG_MARKERS, FLAG_BRIDGES}) {
      if ((flags & flag) != 0) {
        int count = number(arguments, next, site);
        if (count < 0 || count > arguments.size() - next - 1) {
          throw site.refuse(
              "makes a lambda of %d types and names %d (allowed: as many as it names)"
                  .formatted(count, arguments.size() - next - 1));
        }
        next += 1 + count;
      }
    }
    if (next != arguments.size()) {
      throw unwritten(site);
    }
  }

  private static int number(List<LoadableConstantEntry> arguments, int at, CodeSite site)
      throws RefusedException {
    if (at < arguments.size() && arguments.get(at) instanceof IntegerEntry number) {
      return number.intValue();
    }
    throw unwritten(site);
  }

  private static RefusedException unwritten(CodeSite site) {
    return site.refuse("links a lambda as javac does not (allowed: what javac writes)");
  }

  /// Allows only constants that describe an enum's constant or a primitive type. No instruction may
  /// load them.
  static void checkConstant(ConstantDynamicEntry constant, CodeSite site) throws RefusedException {
    if (!isEnumConstant(constant) && !isPrimitive(constant)) {
      throw site.refuse("has a dynamic constant (allowed: ordinary constants)");
    }
  }

  private static boolean isEnumConstant(ConstantDynamicEntry constant) {
    var bootstrap = constant.bootstrap();
    return name(bootstrap.bootstrapMethod().reference()).equals(DESCRIBED)
        && !bootstrap.arguments().isEmpty()
        && bootstrap.arguments().getFirst() instanceof MethodHandleEntry handle
        && DESCRIBERS.contains(name(handle.reference()));
  }

  private static boolean isPrimitive(ConstantDynamicEntry constant) {
    var bootstrap = constant.bootstrap();
    return name(bootstrap.bootstrapMethod().reference()).equals(PRIMITIVE)
        && bootstrap.arguments().isEmpty()
        && PRIMITIVES.contains(constant.name().stringValue())
        && constant.type().equalsString("Ljava/lang/Class;");
  }

  static String name(MemberRefEntry member) {
    return Names.binary(member.owner().asInternalName()) + "." + member.name().stringValue();
  }
}
