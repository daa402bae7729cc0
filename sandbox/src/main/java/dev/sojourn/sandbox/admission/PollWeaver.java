package dev.sojourn.sandbox.admission;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Adds code to an agent's classes: stop polls, the checks of [SizeGuard], and the code of
/// [CallGuard] around calls.
///
/// A poll is an `invokedynamic` that is linked to a call site of the visit. This call site is
/// empty, and the JIT compiler removes it. An order to stop changes it to throw an exception, and
/// the JVM discards the compiled code. Therefore an unused poll costs almost nothing; a counter or
/// a flag would cost tenths of the running time.
///
/// Polls are at the entry of each method, before each backward jump, and before each exception
/// handler. Polls before handlers are at the end of the method, outside all protected ranges.
/// Therefore no handler can catch the exception of its own poll. Even a handler that catches every
/// exception does not begin.
final class PollWeaver {
  private static final DynamicCallSiteDesc POLL =
      DynamicCallSiteDesc.of(
          ConstantDescs.ofCallsiteBootstrap(
              ClassDesc.of(VisibleClasses.POLLS), "link", ConstantDescs.CD_CallSite),
          "poll",
          MethodTypeDesc.of(ConstantDescs.CD_void));

  private final ClassFile format;
  private final SizeGuard guard;
  private final CallGuard calls;

  /// @param own the agent's classes by binary name, to find common supertypes for stack maps
  PollWeaver(Map<String, ClassModel> own) {
    guard = new SizeGuard(own);
    calls = new CallGuard(guard);
    var others = ClassHierarchyResolver.ofClassLoading(PollWeaver.class.getClassLoader());
    ClassHierarchyResolver resolver =
        type -> {
          var model = own.get(type.packageName().isEmpty() ? type.displayName() : binary(type));
          return model == null ? others.getClassInfo(type) : info(model);
        };
    format =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(resolver),
            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.DeadCodeOption.PATCH_DEAD_CODE);
  }

  /// Returns the class with polls and checks.
  byte[] weave(ClassModel model) {
    return format.transformClass(
        model,
        ClassTransform.ofStateful(
            () -> new Weaving(guard, calls, new GuardedReferences(calls, model))));
  }

  /// The transformation of one class.
  private record Weaving(SizeGuard guard, CallGuard calls, GuardedReferences references)
      implements ClassTransform {
    @Override
    public void accept(ClassBuilder builder, ClassElement element) {
      if (element instanceof MethodModel method) {
        builder.transformMethod(
            method,
            MethodTransform.transformingCode(
                CodeTransform.ofStateful(() -> new Polls(guard, calls, references))));
      } else {
        builder.with(element);
      }
    }

    @Override
    public void atEnd(ClassBuilder builder) {
      references.define(builder);
    }
  }

  private static String binary(ClassDesc type) {
    var descriptor = type.descriptorString();
    return Names.binary(descriptor.substring(1, descriptor.length() - 1));
  }

  private static @Nullable ClassHierarchyInfo info(ClassModel model) {
    return model.flags().has(AccessFlag.INTERFACE)
        ? ClassHierarchyInfo.ofInterface()
        : ClassHierarchyInfo.ofClass(
            model.superclass().map(ClassEntry::asSymbol).orElse(ConstantDescs.CD_Object));
  }

  /// The transformation of one method.
  private static final class Polls implements CodeTransform {
    private final Set<Label> passed = new HashSet<>();
    private final Map<Label, Label> prologues = new LinkedHashMap<>();

    private final SizeGuard guard;
    private final CallGuard calls;
    private final GuardedReferences references;
    private boolean entered;
    private int line;

    Polls(SizeGuard guard, CallGuard calls, GuardedReferences references) {
      this.guard = guard;
      this.calls = calls;
      this.references = references;
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
      if (!entered && element instanceof Instruction) {
        builder.invokedynamic(POLL); // After the line number, so that the poll has it.
        entered = true;
      }
      writeBefore(builder, element);
      write(builder, element);
    }

    /// Writes the polls and guards that come before an element.
    private void writeBefore(CodeBuilder builder, CodeElement element) {
      switch (element) {
        case LabelTarget target -> passed.add(target.label());
        case BranchInstruction branch -> pollIfBack(builder, List.of(branch.target()));
        case TableSwitchInstruction choice ->
            pollIfBack(builder, targets(choice.defaultTarget(), choice.cases()));
        case LookupSwitchInstruction choice ->
            pollIfBack(builder, targets(choice.defaultTarget(), choice.cases()));
        case NewPrimitiveArrayInstruction made -> guard.before(made, builder);
        case NewReferenceArrayInstruction made -> guard.before(made, builder);
        case NewMultiArrayInstruction made -> guard.before(made, builder);
        case LineNumber number -> line = number.line();
        default -> {}
      }
    }

    /// Writes an element or its replacement.
    private void write(CodeBuilder builder, CodeElement element) {
      switch (element) {
        case LookupSwitchInstruction choice when choice.cases().isEmpty() ->
            // javac writes this for a switch with only a default. As the last instruction of a
            // method, it would make the JDK's stack map generator loop forever.
            builder.pop().goto_(choice.defaultTarget());
        case ExceptionCatch handled -> {
          var prologue = prologues.computeIfAbsent(handled.handler(), _ -> builder.newLabel());
          builder.with(
              ExceptionCatch.of(
                  prologue, handled.tryStart(), handled.tryEnd(), handled.catchType()));
        }
        case InvokeInstruction call -> {
          if (!calls.isMade(call.method(), builder)) {
            builder.with(element);
          }
          calls.after(call.method(), builder);
        }
        case InvokeDynamicInstruction link ->
            asking(link).ifPresentOrElse(builder::invokedynamic, () -> builder.with(link));
        default -> builder.with(element);
      }
    }

    private Optional<DynamicCallSiteDesc> asking(InvokeDynamicInstruction link) {
      return Bootstraps.isConcatenation(link.invokedynamic())
          ? Optional.of(SizeGuard.asking(link))
          : references.asking(link, line);
    }

    @Override
    public void atEnd(CodeBuilder builder) {
      prologues.forEach(
          (handler, prologue) -> builder.labelBinding(prologue).invokedynamic(POLL).goto_(handler));
    }

    private void pollIfBack(CodeBuilder builder, List<Label> targets) {
      for (var target : targets) {
        if (passed.contains(target)) {
          builder.invokedynamic(POLL);
          return;
        }
      }
    }

    private static List<Label> targets(Label first, List<SwitchCase> cases) {
      var targets = new ArrayList<Label>();
      targets.add(first);
      cases.forEach(each -> targets.add(each.target()));
      return targets;
    }
  }
}
