package dev.sojourn.sandbox.admission;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;
import java.util.Optional;

/// Adds a check of size before each instruction that makes an array, before each of the
/// [SizedCalls], and before concatenations of texts. The check copies the size from the stack; the
/// instruction stays unchanged. A few calls go to the worker instead, which checks the size and
/// then makes the call.
final class SizeGuard {
  private static final int MAX_DIMENSIONS = 4;
  private static final ClassDesc TEXT = ClassDesc.of("java.lang.CharSequence");
  private static final ClassDesc BUILDER = ClassDesc.of("java.lang.StringBuilder");

  private static final DirectMethodHandleDesc LINK =
      ConstantDescs.ofCallsiteBootstrap(
          ClassDesc.of(VisibleClasses.POLLS), "link", ConstantDescs.CD_CallSite);

  private static final DynamicCallSiteDesc ARRAY =
      question("array", ConstantDescs.CD_int, ConstantDescs.CD_int);
  private static final DynamicCallSiteDesc GRID =
      question(
          "grid",
          ConstantDescs.CD_int,
          ConstantDescs.CD_int,
          ConstantDescs.CD_int,
          ConstantDescs.CD_int,
          ConstantDescs.CD_int);
  private static final DynamicCallSiteDesc REPEAT = question("repeat", TEXT, ConstantDescs.CD_int);
  private static final DynamicCallSiteDesc APPEND = question("append", BUILDER, TEXT);
  private static final DynamicCallSiteDesc INDENT = question("indent", TEXT, ConstantDescs.CD_int);
  private static final DynamicCallSiteDesc JOIN =
      question("texts", ConstantDescs.CD_String, ConstantDescs.CD_String);
  private static final DynamicCallSiteDesc REPLACE =
      DynamicCallSiteDesc.of(
          LINK,
          "replace",
          MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_String, TEXT, TEXT));

  private static final DirectMethodHandleDesc CONCATENATION =
      ConstantDescs.ofCallsiteBootstrap(
          ClassDesc.of(VisibleClasses.POLLS),
          "concatenation",
          ConstantDescs.CD_CallSite,
          ConstantDescs.CD_String,
          ConstantDescs.CD_Object.arrayType());

  private final Map<String, ClassModel> own;

  /// @param own the agent's classes by binary name
  SizeGuard(Map<String, ClassModel> own) {
    this.own = own;
  }

  private static DynamicCallSiteDesc question(String name, ClassDesc... about) {
    return DynamicCallSiteDesc.of(LINK, name, MethodTypeDesc.of(ConstantDescs.CD_void, about));
  }

  /// Checks an array whose length is on the stack.
  void before(NewPrimitiveArrayInstruction made, CodeBuilder builder) {
    array(builder, SizedCalls.unitBytes(made.typeKind().upperBound()));
  }

  /// Checks an array whose length is on the stack.
  void before(NewReferenceArrayInstruction made, CodeBuilder builder) {
    array(builder, SizedCalls.unitBytes(made.componentType().asSymbol()));
  }

  private static void array(CodeBuilder builder, int unitBytes) {
    builder.dup().loadConstant(unitBytes).invokedynamic(ARRAY);
  }

  /// Checks nested arrays whose lengths are on the stack, the innermost on top.
  void before(NewMultiArrayInstruction made, CodeBuilder builder) {
    var type = made.arrayType().asSymbol();
    int dimensions = made.dimensions();
    var lengths = new int[dimensions];
    for (int i = dimensions - 1; i >= 0; i--) {
      lengths[i] = builder.allocateLocal(TypeKind.INT);
      builder.istore(lengths[i]);
    }
    for (int i = dimensions; i < MAX_DIMENSIONS; i++) {
      builder.iconst_1();
    }
    var component = type.descriptorString().substring(dimensions);
    for (int length : lengths) {
      builder.iload(length);
    }
    builder
        .loadConstant(SizedCalls.unitBytes(ClassDesc.ofDescriptor(component)))
        .invokedynamic(GRID);
    for (int length : lengths) {
      builder.iload(length);
    }
  }

  /// Returns the link of a concatenation with a check before it; the other arguments stay
  /// unchanged.
  static DynamicCallSiteDesc asking(InvokeDynamicInstruction concatenation) {
    return DynamicCallSiteDesc.of(
        CONCATENATION,
        concatenation.name().stringValue(),
        concatenation.typeSymbol(),
        concatenation.bootstrapArgs().toArray(ConstantDesc[]::new));
  }

  /// Whether a call needs a check.
  boolean isSized(MemberRefEntry call) {
    return sized(call).isPresent();
  }

  private Optional<SizedCalls.Sized> sized(MemberRefEntry call) {
    return SizedCalls.find(
        listed(call.owner().asInternalName()),
        call.name().stringValue() + call.type().stringValue());
  }

  /// Checks the size of a call, if the call is one of [SizedCalls].
  ///
  /// @return whether the added code made the call
  boolean isMade(MemberRefEntry call, CodeBuilder builder) {
    var sized = sized(call);
    return sized.isPresent() && isMade(sized.get(), builder);
  }

  private static boolean isMade(SizedCalls.Sized sized, CodeBuilder builder) {
    int unitBytes = sized.unitBytes();
    switch (sized.place()) {
      case TOP -> size(builder.dup(), unitBytes);
      case SECOND -> size(builder.dup2().pop(), unitBytes);
      case THIRD -> {
        int upper = builder.allocateLocal(TypeKind.INT);
        size(builder.istore(upper).dup2().pop(), unitBytes);
        builder.iload(upper);
      }
      case RANGE -> size(builder.dup2().swap().isub(), unitBytes);
      case TEXT_TIMES -> builder.dup2().invokedynamic(REPEAT);
      case APPENDED -> builder.dup2().invokedynamic(APPEND);
      case INSERTED -> {
        int text = builder.allocateLocal(TypeKind.REFERENCE);
        int at = builder.allocateLocal(TypeKind.INT);
        builder.astore(text).istore(at).dup().aload(text).invokedynamic(APPEND);
        builder.iload(at).aload(text);
      }
      case JOINED -> builder.dup2().invokedynamic(JOIN);
      case INDENTED -> builder.dup2().invokedynamic(INDENT);
      case REPLACED -> {
        builder.invokedynamic(REPLACE);
        return true;
      }
    }
    return false;
  }

  private static void size(CodeBuilder builder, int unitBytes) {
    if (unitBytes == 0) {
      builder.iconst_3().ishr();
    }
    builder.loadConstant(Math.max(1, unitBytes)).invokedynamic(ARRAY);
  }

  /// Returns the class of the JDK whose member an agent's class inherits.
  private String listed(String owner) {
    var name = owner;
    var model = own.get(Names.binary(name));
    for (int i = 0; model != null && i <= own.size(); i++) {
      name = model.superclass().map(ClassEntry::asInternalName).orElse("java/lang/Object");
      model = own.get(Names.binary(name));
    }
    return name;
  }
}
