package dev.sojourn.sandbox.admission;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.ModuleEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.PackageEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.Set;

/// Checks one class of an agent. It checks each instruction, so that a refusal can name the line,
/// and then the whole constant pool, so that it misses no reference.
final class ClassCheck {
  /// The limit for the number of a method's handlers times its length in bytes.
  private static final long MAX_COVERED = 1L << 26;

  private final ClassModel model;
  private final NameCheck members;
  private final CodeSite site;
  private final Violations violations;
  private final Set<Integer> bootstraps = new HashSet<>();

  private ClassCheck(ClassModel model, NameCheck members, CodeSite site, Violations violations) {
    this.model = model;
    this.members = members;
    this.site = site;
    this.violations = violations;
  }

  /// Checks a class.
  ///
  /// @param name the binary name of the class in the jar
  /// @param violations receives the violations of the class
  /// @throws RefusedException if there are too many violations to continue
  static void check(String name, ClassModel model, NameCheck members, Violations violations)
      throws RefusedException {
    var check = new ClassCheck(model, members, new CodeSite(name), violations);
    violations.nextClass();
    if (!violations.holds(() -> check.header(name))) {
      return;
    }
    for (var method : model.methods()) {
      check.method(method);
    }
    check.site.leave();
    for (var field : model.fields()) {
      violations.mention(
          () -> members.checkDescriptor(field.fieldType().stringValue(), check.site));
    }
    check.pool();
  }

  private void header(String name) throws RefusedException {
    if (!Names.binary(model.thisClass().asInternalName()).equals(name)) {
      throw site.refuse("has another name than its file");
    }
    boolean isInterface = model.flags().has(AccessFlag.INTERFACE);
    var superclass = model.superclass().map(s -> Names.binary(s.asInternalName())).orElse("");
    boolean extendable =
        members.isOwn(superclass)
            || (isInterface && superclass.equals("java.lang.Object"))
            || JdkList.allows(superclass, "<init>");
    if (!extendable) {
      throw site.refuse("extends " + CodeJar.printable(superclass) + Hints.ofClass(superclass));
    }
    for (var implemented : model.interfaces()) {
      members.checkClass(implemented, site);
    }
    members.checkText(model, site);
  }

  private void method(MethodModel method) throws RefusedException {
    site.enter(Names.printableMember(method.methodName().stringValue()));
    violations.holds(() -> declaration(method));
    var code = method.code();
    if (code.isPresent() && violations.holds(() -> checkHandlers(code.get()))) {
      for (var element : code.get()) {
        violations.holds(() -> instruction(element));
      }
    }
  }

  private void declaration(MethodModel method) throws RefusedException {
    var name = method.methodName().stringValue();
    members.checkDescriptor(method.methodType().stringValue(), site);
    if (method.flags().has(AccessFlag.NATIVE)) {
      throw site.refuse("is native (allowed: Java)");
    }
    if (method.flags().has(AccessFlag.SYNCHRONIZED)) {
      throw site.refuse("is synchronized (allowed: methods without, since a visit has one thread)");
    }
    if (model.flags().has(AccessFlag.INTERFACE)
        && InheritedMembers.contains(name, method.methodType().stringValue())) {
      throw site.refuse(
          "declares in an interface a method that classes inherit from the JDK (allowed: another"
              + " name)");
    }
    if (name.equals("finalize") && method.methodType().equalsString("()V")) {
      throw site.refuse("is a finalizer (allowed: try-with-resources)");
    }
  }

  private void instruction(CodeElement element) throws RefusedException {
    switch (element) {
      case LineNumber number -> site.line(number.line());
      case InvokeInstruction invoke -> invoke(invoke);
      case FieldInstruction field -> members.checkMember(field.field(), site);
      case InvokeDynamicInstruction dynamic -> dynamic(dynamic.invokedynamic());
      case ConstantInstruction.LoadConstantInstruction load -> load(load.constantEntry());
      case NewObjectInstruction made -> members.checkClass(made.className(), site);
      case NewReferenceArrayInstruction array -> members.checkClass(array.componentType(), site);
      case NewMultiArrayInstruction array -> members.checkClass(array.arrayType(), site);
      case TypeCheckInstruction type -> members.checkClass(type.type(), site);
      case MonitorInstruction _ ->
          throw site.refuse("is synchronized (allowed: no locks, since a visit has one thread)");
      case DiscontinuedInstruction _ ->
          throw site.refuse(
              "has an instruction that javac no longer writes (allowed: what javac writes)");
      default -> {}
    }
  }

  /// Limits the handlers: the JVM's verifier checks each handler for each instruction, and the rest
  /// of the JVM waits for it.
  private void checkHandlers(CodeModel code) throws RefusedException {
    long length = code instanceof CodeAttribute attribute ? attribute.codeLength() : 0;
    if (code.exceptionHandlers().size() * length > MAX_COVERED) {
      throw site.refuse("has too many exception handlers for its length (allowed: fewer)");
    }
  }

  private void invoke(InvokeInstruction invoke) throws RefusedException {
    members.checkMember(invoke.method(), site);
  }

  /// Checks the arguments of a bootstrap method, which have the effect of the agent's own calls.
  /// Each bootstrap entry is checked only once, since thousands of calls may share one with
  /// thousands of arguments.
  private void dynamic(InvokeDynamicEntry dynamic) throws RefusedException {
    Bootstraps.checkName(dynamic.name().stringValue(), site);
    members.checkLambda(dynamic, site);
    if (!bootstraps.add(dynamic.bootstrap().bsmIndex())) {
      return;
    }
    Bootstraps.checkCall(dynamic.bootstrap(), site);
    for (var argument : dynamic.bootstrap().arguments()) {
      if (argument instanceof MethodHandleEntry handle) {
        members.checkMember(handle.reference(), site);
      }
    }
  }

  private void load(LoadableConstantEntry constant) throws RefusedException {
    switch (constant) {
      case ClassEntry type -> members.checkClass(type, site);
      case MethodHandleEntry _, MethodTypeEntry _, ConstantDynamicEntry _ ->
          throw site.refuse("loads a method handle or dynamic constant (allowed: lambdas)");
      default -> {}
    }
  }

  /// Checks all references of the class, whether or not an instruction uses them.
  private void pool() throws RefusedException {
    for (var entry : model.constantPool()) {
      violations.mention(() -> entry(entry));
    }
  }

  private void entry(PoolEntry entry) throws RefusedException {
    switch (entry) {
      case ClassEntry type -> mention(type);
      case MemberRefEntry member -> checkUse(member);
      case InvokeDynamicEntry dynamic -> dynamic(dynamic);
      case ConstantDynamicEntry constant -> Bootstraps.checkConstant(constant, site);
      case NameAndTypeEntry named -> members.checkDescriptor(named.type().stringValue(), site);
      case MethodTypeEntry type -> members.checkDescriptor(type.descriptor().stringValue(), site);
      case ModuleEntry _, PackageEntry _ -> throw site.refuse("mentions a module");
      default -> {}
    }
  }

  /// Checks a mention of a class. The attribute InnerClasses, which javac writes, mentions
  /// `MethodHandles`, so that class is allowed here.
  private void mention(ClassEntry type) throws RefusedException {
    if (!type.asInternalName().equals("java/lang/invoke/MethodHandles")) {
      members.checkClass(type, site);
    }
  }

  /// Refuses a reference that is neither open to ordinary code nor a bootstrap method.
  private void checkUse(MemberRefEntry member) throws RefusedException {
    if (!Bootstraps.isLinkage(Bootstraps.name(member))) {
      members.checkMember(member, site);
    }
  }
}
