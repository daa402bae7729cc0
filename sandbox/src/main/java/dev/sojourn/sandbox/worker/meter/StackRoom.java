package dev.sojourn.sandbox.worker.meter;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.util.function.IntConsumer;

/// Ensures room on the stack for the worker's own work when an agent calls it. Otherwise an agent
/// with a full stack could interrupt that work anywhere. For example, the JVM could leave a class
/// broken during its initialisation, or a lock could stay taken.
///
/// Java cannot report the free part of a stack, so this class calls a method with many local
/// variables. The interpreter makes room for all variables at the start. JIT compilers would remove
/// unused variables, but do not compile methods above a size (`DontCompileHugeMethods`).
public final class StackRoom {
  private static final int FRAME_BYTES = 16 << 10;
  private static final int SLOT_BYTES = 8;

  /// The size above which the JVM does not compile a method (HugeMethodLimit).
  private static final int COMPILED_CODE_BYTES = 8_000;

  /// The frames for one answer. Writing a finding needs the most.
  private static final int ANSWER_FRAMES = 2;

  /// The frames for writing a state, which may be deeply nested.
  private static final int STATE_FRAMES = 8;

  private static final ClassDesc SELF =
      ClassDesc.of(StackRoom.class.getPackageName(), "StackFrames");
  private static final MethodTypeDesc ACCEPT =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

  private static final IntConsumer FRAMES = frames();

  private StackRoom() {}

  /// Ensures room for an answer of the worker.
  ///
  /// @throws StackOverflowError if there is no room; the worker has not begun its work
  public static void forAnswer() {
    FRAMES.accept(ANSWER_FRAMES - 1);
  }

  /// Ensures room to write a state.
  ///
  /// @throws StackOverflowError if there is no room; the worker has not begun its work
  public static void forState() {
    FRAMES.accept(STATE_FRAMES - 1);
  }

  /// Returns a method that calls itself as often as its argument.
  private static IntConsumer frames() {
    try {
      var type = MethodHandles.lookup().defineClass(classFile());
      return (IntConsumer) type.getDeclaredConstructor().newInstance();
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] classFile() {
    return ClassFile.of()
        .build(
            SELF,
            type ->
                type.withFlags(ClassFile.ACC_FINAL)
                    .withInterfaceSymbols(ClassDesc.of(IntConsumer.class.getName()))
                    .withMethodBody(
                        ConstantDescs.INIT_NAME,
                        ConstantDescs.MTD_void,
                        0,
                        code ->
                            code.aload(0)
                                .invokespecial(
                                    ConstantDescs.CD_Object,
                                    ConstantDescs.INIT_NAME,
                                    ConstantDescs.MTD_void)
                                .return_())
                    .withMethodBody("accept", ACCEPT, ClassFile.ACC_PUBLIC, StackRoom::callItself));
  }

  private static void callItself(CodeBuilder code) {
    Label last = code.newLabel();
    Label never = code.newLabel();
    code.iload(1).iflt(never).iload(1).ifeq(last);
    code.aload(0).iload(1).iconst_1().isub();
    code.invokevirtual(SELF, "accept", ACCEPT);
    code.labelBinding(last).return_();
    code.labelBinding(never);
    for (int i = 0; i < COMPILED_CODE_BYTES; i++) {
      code.nop();
    }
    code.iconst_0();
    code.storeLocal(TypeKind.INT, FRAME_BYTES / SLOT_BYTES).return_();
  }
}
