package dev.sojourn.sandbox.admission;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/// What stands around a call of an agent's: the question of [SizeGuard] before it, and behind it,
/// where what it gives may hold the name of a hidden class, what takes the address out of that.
///
/// The JVM names the class of a lambda by an address in its memory. Whatever text an agent is given
/// of an object comes by one of these calls or by a concatenation, however deep in a collection the
/// object is; calls of the JDK's own among themselves are none of its business.
final class CallGuard {
  private static final ClassDesc POLLS = ClassDesc.of(VisibleClasses.POLLS);
  private static final ClassDesc BUILDER = ClassDesc.of("java.lang.StringBuilder");

  private static final MethodTypeDesc NAMED =
      MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_String);
  private static final MethodTypeDesc TEXT =
      MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_Object);
  private static final MethodTypeDesc APPEND = MethodTypeDesc.of(BUILDER, ConstantDescs.CD_String);
  private static final MethodTypeDesc INSERT =
      MethodTypeDesc.of(BUILDER, ConstantDescs.CD_int, ConstantDescs.CD_String);

  /// Of any class, since an agent's own may inherit them or declare them in an interface.
  private static final Set<String> NAMING =
      Set.of(
          "toString()Ljava/lang/String;",
          "getMessage()Ljava/lang/String;",
          "getLocalizedMessage()Ljava/lang/String;");

  /// Of these the text is never that of another object.
  private static final Set<String> PLAIN =
      Set.of(
          "java/lang/Boolean",
          "java/lang/Character",
          "java/lang/Double",
          "java/lang/Float",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/String",
          "java/lang/StringBuilder");

  private static final Set<String> NAMING_OF_THE_JDK =
      Set.of(
          "java/lang/Class.getName()Ljava/lang/String;",
          "java/lang/Class.getSimpleName()Ljava/lang/String;",
          "java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String;",
          "java/util/Arrays.deepToString([Ljava/lang/Object;)Ljava/lang/String;",
          "java/util/Arrays.toString([Ljava/lang/Object;)Ljava/lang/String;",
          "java/util/Objects.toString(Ljava/lang/Object;)Ljava/lang/String;",
          "java/util/Objects.toString(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/String;");

  private static final String APPENDED =
      "java/lang/StringBuilder.append(Ljava/lang/Object;)Ljava/lang/StringBuilder;";
  private static final String INSERTED =
      "java/lang/StringBuilder.insert(ILjava/lang/Object;)Ljava/lang/StringBuilder;";

  private final SizeGuard sizes;

  CallGuard(SizeGuard sizes) {
    this.sizes = sizes;
  }

  /// Whether anything stands around a call.
  boolean isGuarded(MemberRefEntry call) {
    return sizes.isSized(call) || isNaming(call) || isTextOfAnObject(call);
  }

  private static boolean isNaming(MemberRefEntry call) {
    var owner = call.owner().asInternalName();
    var method = call.name().stringValue() + call.type().stringValue();
    return NAMING.contains(method)
        ? !PLAIN.contains(owner)
        : NAMING_OF_THE_JDK.contains(owner + "." + method);
  }

  private static boolean isTextOfAnObject(MemberRefEntry call) {
    var full = full(call);
    return full.equals(APPENDED) || full.equals(INSERTED);
  }

  private static String full(MemberRefEntry call) {
    return call.owner().asInternalName()
        + "."
        + call.name().stringValue()
        + call.type().stringValue();
  }

  /// Weaves what stands before a call.
  ///
  /// @return whether that was the call itself, too
  boolean isMade(MemberRefEntry call, CodeBuilder builder) {
    if (!isTextOfAnObject(call)) {
      return sizes.isMade(call, builder);
    }
    // The object's text is what is added, so it is asked about like any other.
    builder.invokestatic(POLLS, "text", TEXT);
    var type = full(call).equals(APPENDED) ? APPEND : INSERT;
    var name = call.name().stringValue();
    sizes.isMade(builder.constantPool().methodRefEntry(BUILDER, name, type), builder);
    builder.invokevirtual(BUILDER, name, type);
    return true;
  }

  /// Weaves what stands behind a call.
  void after(MemberRefEntry call, CodeBuilder builder) {
    if (isNaming(call)) {
      builder.invokestatic(POLLS, "named", NAMED);
    }
  }
}
