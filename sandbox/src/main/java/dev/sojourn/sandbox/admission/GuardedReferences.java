package dev.sojourn.sandbox.admission;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Makes forwarders for method references to guarded calls, such as `ArrayList::new` or
/// `Object::toString`. A forwarder is a method of the agent's own class that makes the call with
/// its guard.
///
/// The JVM calls the method of a method reference without an instruction of the agent, so no guard
/// can precede that call. A lambda needs no forwarder, since its body is already a method of the
/// class.
final class GuardedReferences {
  private static final String PREFIX = "guarded$";
  private static final int FLAGS =
      ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;

  private final CallGuard guard;
  private final ClassModel model;
  private final Map<Forwarder, String> names = new LinkedHashMap<>();

  /// @param model the class with the method references
  GuardedReferences(CallGuard guard, ClassModel model) {
    this.guard = guard;
    this.model = model;
  }

  /// A method that makes one call.
  ///
  /// @param call the method that it calls
  /// @param handle the kind of the call
  /// @param type the type of the forwarder, which is static
  /// @param line the line of the reference, which a stop reports
  private record Forwarder(
      MemberRefEntry call, DirectMethodHandleDesc handle, MethodTypeDesc type, int line) {}

  /// Returns the same link to a forwarder; empty if the method needs no guard.
  Optional<DynamicCallSiteDesc> asking(InvokeDynamicInstruction link, int line) {
    var call = Bootstraps.referred(link.invokedynamic()).filter(guard::isGuarded);
    if (call.isEmpty()) {
      return Optional.empty();
    }
    var arguments = link.bootstrapArgs().toArray(ConstantDesc[]::new);
    var handle = (DirectMethodHandleDesc) arguments[Bootstraps.IMPLEMENTATION_ARGUMENT];
    var type = handle.invocationType();
    var bound = link.typeSymbol();
    if (isOfAnObject(handle.kind()) && bound.parameterCount() > 0) {
      // The reference binds the object by its own class, which may be a class of the agent.
      type = type.changeParameterType(0, bound.parameterType(0));
    }
    var forwarder = new Forwarder(call.get(), handle, type, line);
    arguments[Bootstraps.IMPLEMENTATION_ARGUMENT] =
        MethodHandleDesc.ofMethod(
            model.flags().has(AccessFlag.INTERFACE) ? Kind.INTERFACE_STATIC : Kind.STATIC,
            model.thisClass().asSymbol(),
            names.computeIfAbsent(forwarder, _ -> freeName()),
            type);
    return Optional.of(
        DynamicCallSiteDesc.of(
            link.bootstrapMethod(), link.name().stringValue(), link.typeSymbol(), arguments));
  }

  private static boolean isOfAnObject(Kind kind) {
    return switch (kind) {
      case VIRTUAL, INTERFACE_VIRTUAL, SPECIAL, INTERFACE_SPECIAL -> true;
      default -> false;
    };
  }

  private String freeName() {
    int number = names.size();
    while (isDeclared(PREFIX + number)) {
      number += names.size() + 1;
    }
    return PREFIX + number;
  }

  private boolean isDeclared(String name) {
    return names.containsValue(name)
        || model.methods().stream().anyMatch(method -> method.methodName().equalsString(name));
  }

  /// Adds the forwarders to the class.
  void define(ClassBuilder builder) {
    names.forEach(
        (forwarder, name) ->
            builder.withMethodBody(name, forwarder.type(), FLAGS, code -> define(forwarder, code)));
  }

  private void define(Forwarder forwarder, CodeBuilder code) {
    var handle = forwarder.handle();
    var type = forwarder.type();
    if (forwarder.line() > 0) {
      code.lineNumber(forwarder.line());
    }
    if (handle.kind() == Kind.CONSTRUCTOR) {
      code.new_(handle.owner()).dup();
    }
    for (int i = 0; i < type.parameterCount(); i++) {
      code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
    }
    if (!guard.isMade(forwarder.call(), code)) {
      var called = MethodTypeDesc.ofDescriptor(handle.lookupDescriptor());
      switch (handle.kind()) {
        case CONSTRUCTOR, SPECIAL ->
            code.invokespecial(handle.owner(), handle.methodName(), called);
        case STATIC, INTERFACE_STATIC ->
            code.invokestatic(
                handle.owner(), handle.methodName(), called, handle.isOwnerInterface());
        case INTERFACE_VIRTUAL -> code.invokeinterface(handle.owner(), handle.methodName(), called);
        default -> code.invokevirtual(handle.owner(), handle.methodName(), called);
      }
    }
    guard.after(forwarder.call(), code);
    code.return_(TypeKind.from(type.returnType()));
  }
}
