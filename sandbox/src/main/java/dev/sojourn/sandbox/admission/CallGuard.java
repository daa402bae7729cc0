package dev.sojourn.sandbox.admission;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;

/// Adds code around an agent's call. The check of [SizeGuard] comes before the call. After a call
/// whose result may contain the name of a hidden class, code removes the address. Before a call for
/// which the JDK loads data on first use, code ensures stack room. The JDK remembers a failed load
/// for all visits of the worker.
///
/// The JVM names the class of a lambda by an address in its memory. An agent gets the text of an
/// object only from these calls or from a concatenation, even for objects deep inside a collection.
/// Calls within the JDK have no guard.
final class CallGuard {
  private static final ClassDesc POLLS = ClassDesc.of(VisibleClasses.POLLS);
  private static final ClassDesc BUILDER = ClassDesc.of("java.lang.StringBuilder");

  private static final MethodTypeDesc NAMED =
      MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_String);
  private static final MethodTypeDesc TEXT =
      MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_Object);
  private static final MethodTypeDesc CASED =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);
  private static final MethodTypeDesc CAUSED =
      MethodTypeDesc.of(ConstantDescs.CD_Throwable, ConstantDescs.CD_Throwable);
  private static final MethodTypeDesc APPEND = MethodTypeDesc.of(BUILDER, ConstantDescs.CD_String);
  private static final MethodTypeDesc INSERT =
      MethodTypeDesc.of(BUILDER, ConstantDescs.CD_int, ConstantDescs.CD_String);

  /// Members with a guard in any class, since an agent's class may inherit them or declare them in
  /// an interface.
  private static final Set<String> NAMING =
      Set.of(
          "toString()Ljava/lang/String;",
          "getMessage()Ljava/lang/String;",
          "getLocalizedMessage()Ljava/lang/String;");

  /// Classes whose text never includes the text of another object.
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

  /// Members that load tables of characters, or the providers of digests.
  private static final Set<String> LOADING =
      Set.of(
          "java/lang/String.<init>([BIILjava/lang/String;)V",
          "java/lang/String.<init>([BLjava/lang/String;)V",
          "java/lang/String.getBytes(Ljava/lang/String;)[B",
          "java/util/UUID.nameUUIDFromBytes([B)Ljava/util/UUID;");

  /// Members that load rules of a language for a few letters.
  private static final Set<String> CASING =
      Set.of(
          "java/lang/String.toLowerCase()Ljava/lang/String;",
          "java/lang/String.toLowerCase(Ljava/util/Locale;)Ljava/lang/String;",
          "java/lang/String.toUpperCase()Ljava/lang/String;",
          "java/lang/String.toUpperCase(Ljava/util/Locale;)Ljava/lang/String;");

  private static final String CAUSE = "getCause()Ljava/lang/Throwable;";

  private static final String APPENDED =
      "java/lang/StringBuilder.append(Ljava/lang/Object;)Ljava/lang/StringBuilder;";
  private static final String INSERTED =
      "java/lang/StringBuilder.insert(ILjava/lang/Object;)Ljava/lang/StringBuilder;";

  private final SizeGuard sizes;

  CallGuard(SizeGuard sizes) {
    this.sizes = sizes;
  }

  /// Whether there is a guard around a call.
  boolean isGuarded(MemberRefEntry call) {
    return sizes.isSized(call)
        || isNaming(call)
        || isTextOfAnObject(call)
        || isLoading(call)
        || CASING.contains(full(call))
        || isCause(call);
  }

  private static boolean isLoading(MemberRefEntry call) {
    return LOADING.contains(full(call))
        || (call.owner().asInternalName().startsWith("java/time/")
            && call.name().equalsString("parse"));
  }

  private static boolean isCause(MemberRefEntry call) {
    return CAUSE.equals(call.name().stringValue() + call.type().stringValue());
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

  /// Adds the code before a call.
  ///
  /// @return whether the added code made the call
  boolean isMade(MemberRefEntry call, CodeBuilder builder) {
    if (isLoading(call)) {
      builder.invokestatic(POLLS, "room", ConstantDescs.MTD_void);
    } else if (CASING.contains(full(call))) {
      boolean named = call.type().stringValue().startsWith("(L");
      (named ? builder.dup2().pop() : builder.dup()).invokestatic(POLLS, "casing", CASED);
    }
    if (!isTextOfAnObject(call)) {
      return sizes.isMade(call, builder);
    }
    // The call adds the object's text, so the size of this text is checked too.
    builder.invokestatic(POLLS, "text", TEXT);
    var type = full(call).equals(APPENDED) ? APPEND : INSERT;
    var name = call.name().stringValue();
    sizes.isMade(builder.constantPool().methodRefEntry(BUILDER, name, type), builder);
    builder.invokevirtual(BUILDER, name, type);
    return true;
  }

  /// Adds the code after a call.
  void after(MemberRefEntry call, CodeBuilder builder) {
    if (isNaming(call)) {
      builder.invokestatic(POLLS, "named", NAMED);
    } else if (isCause(call)) {
      builder.invokestatic(POLLS, "cause", CAUSED);
    }
  }
}
