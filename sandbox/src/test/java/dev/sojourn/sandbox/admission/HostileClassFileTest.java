package dev.sojourn.sandbox.admission;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sojourn.sandbox.AgentSource;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Class files that javac would not write.
class HostileClassFileTest {
  private static final MethodTypeDesc NOTHING = MethodTypeDesc.of(CD_void);
  private static final ClassDesc SYSTEM = ClassDesc.of("java.lang.System");
  private static final ClassDesc RUNNABLE = ClassDesc.of("java.lang.Runnable");

  /// More with `-Dsojourn.mutations=100000`.
  private static final int ROUNDS = Integer.getInteger("sojourn.mutations", 1_000);

  @Test
  void cannotHangTheCheckerByASwitchWithoutCases() {
    // The JDK's own verifier and stack map generator loop for ever on this one.
    var bytes =
        method(
            c -> {
              for (int i = 0; i < 11; i++) {
                c.nop();
              }
              c.return_();
            });
    byte[] lookupswitch = {
      3, // iconst_0
      (byte) 0xab, // lookupswitch
      0,
      0, // padding
      -1,
      -1,
      -1,
      -1, // default: back to the beginning
      0,
      0,
      0,
      0, // no pairs
    };
    byte[] nops = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xb1};
    System.arraycopy(lookupswitch, 0, bytes, indexOf(bytes, nops), lookupswitch.length);
    assertRefused("guest.Guest", bytes, "guest.Guest is no class file");
  }

  @Test
  void cannotLinkByTheBootstrapMethodOfItsChoice() {
    var exit =
        MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC, SYSTEM, "exit", MethodTypeDesc.of(CD_void, CD_int));
    var bytes = method(c -> c.invokedynamic(DynamicCallSiteDesc.of(exit, "x", NOTHING)).return_());
    assertRefused("guest.Guest", bytes, "guest.Guest.run links by java.lang.System.exit");
  }

  /// The JDK makes an array of that number, which the heap of a worker does not hold.
  @Test
  void cannotHaveTheJdkMakeRoomForTwoThousandMillionMarkers() {
    for (int count : new int[] {Integer.MAX_VALUE, 2, -1, Integer.MIN_VALUE}) {
      assertLambdaRefused("makes a lambda of " + count + " types and names 1", 2, count, RUNNABLE);
      assertLambdaRefused("makes a lambda of " + count + " types and names 1", 4, count, NOTHING);
      assertLambdaRefused(
          "makes a lambda of " + count + " types and names 1", 6, 1, RUNNABLE, count, NOTHING);
    }
  }

  @Test
  void cannotLinkALambdaAsJavacDoesNot() {
    assertLambdaRefused("serializable lambda", 1);
    assertLambdaRefused("serializable lambda", 3, 1, RUNNABLE);
    assertLambdaRefused("as javac does not");
    assertLambdaRefused("as javac does not", 1L);
    assertLambdaRefused("as javac does not", 2);
    assertLambdaRefused("as javac does not", 2, RUNNABLE);
    assertLambdaRefused("as javac does not", 0, RUNNABLE);
    assertLambdaRefused("as javac does not", 2, 0, RUNNABLE);
  }

  @Test
  void mayHaveMarkersAndBridgesThatAreThere() throws RefusedException {
    for (var rest :
        List.<List<Object>>of(
            List.of(0), List.of(2, 1, RUNNABLE), List.of(6, 1, RUNNABLE, 1, NOTHING))) {
      var bytes = method(c -> c.invokedynamic(lambda(rest.toArray())).pop().return_());
      assertThat(Admission.admit(jar("guest.Guest", bytes)).classes()).containsKey("guest.Guest");
    }
  }

  private static void assertLambdaRefused(String reason, Object... rest) {
    var bytes = method(c -> c.invokedynamic(lambda(rest)).pop().return_());
    assertRefused("guest.Guest", bytes, reason);
  }

  /// A lambda by the bootstrap method that takes markers and bridges.
  ///
  /// @param rest its arguments from the flags on
  private static DynamicCallSiteDesc lambda(Object... rest) {
    var arguments = new ArrayList<ConstantDesc>();
    arguments.add(NOTHING);
    arguments.add(
        MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC,
            ClassDesc.of("guest.Guest"),
            "run",
            MethodTypeDesc.of(CD_void)));
    arguments.add(NOTHING);
    for (var each : rest) {
      arguments.add((ConstantDesc) each);
    }
    return DynamicCallSiteDesc.of(
        ConstantDescs.ofCallsiteBootstrap(
            ClassDesc.of("java.lang.invoke.LambdaMetafactory"),
            "altMetafactory",
            ConstantDescs.CD_CallSite,
            CD_Object.arrayType()),
        "run",
        MethodTypeDesc.of(RUNNABLE),
        arguments.toArray(ConstantDesc[]::new));
  }

  @Test
  void cannotHideACallInADynamicConstant() {
    var constant =
        DynamicConstantDesc.ofNamed(
            ConstantDescs.ofConstantBootstrap(
                ClassDesc.of("java.lang.invoke.ConstantBootstraps"),
                "invoke",
                CD_Object,
                ConstantDescs.CD_MethodHandle,
                CD_Object.arrayType()),
            "x",
            CD_Object,
            MethodHandleDesc.ofMethod(
                DirectMethodHandleDesc.Kind.STATIC,
                ClassDesc.of("java.lang.Runtime"),
                "getRuntime",
                MethodTypeDesc.of(ClassDesc.of("java.lang.Runtime"))));
    var bytes = method(c -> c.loadConstant(constant).pop().return_());
    assertRefused("guest.Guest", bytes, "loads a method handle or dynamic constant");
  }

  /// Only a pattern switch names a primitive type so, and only a type that exists.
  @Test
  void cannotLoadWhatDescribesAPrimitiveTypeNorDescribeAnother() {
    var bootstrap =
        ConstantDescs.ofConstantBootstrap(
            ClassDesc.of("java.lang.invoke.ConstantBootstraps"),
            "primitiveClass",
            ConstantDescs.CD_Class);
    var number = DynamicConstantDesc.ofNamed(bootstrap, "I", ConstantDescs.CD_Class);
    assertRefused(
        "guest.Guest",
        method(c -> c.loadConstant(number).pop().return_()),
        "loads a method handle or dynamic constant");
    for (var name : List.of("V", "x")) {
      var other = DynamicConstantDesc.ofNamed(bootstrap, name, ConstantDescs.CD_Class);
      var bytes =
          build(ClassDesc.of("guest.Guest"), b -> b.constantPool().loadableConstantEntry(other));
      assertRefused("guest.Guest", bytes, "guest.Guest has a dynamic constant");
    }
  }

  @Test
  void cannotLoadAMethodHandle() {
    var gc = MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, SYSTEM, "gc", NOTHING);
    var bytes = method(c -> c.loadConstant(gc).pop().return_());
    assertRefused("guest.Guest", bytes, "loads a method handle or dynamic constant");
  }

  @Test
  void cannotHideANameInAnUnusedConstant() {
    var bytes =
        build(
            ClassDesc.of("guest.Guest"),
            b ->
                b.constantPool()
                    .methodRefEntry(SYSTEM, "exit", MethodTypeDesc.of(CD_void, CD_int)));
    assertRefused("guest.Guest", bytes, "guest.Guest uses java.lang.System.exit");
  }

  @Test
  void cannotBeAClassOfTheJdkOrOfTheSandbox() {
    for (var name :
        List.of("java.lang.Evil", "dev.sojourn.sandbox.worker.Evil", "dev.sojourn.agent.Evil")) {
      var bytes = build(ClassDesc.of(name), _ -> {});
      assertRefused(name, bytes, name + " is in a package that agents may not define");
    }
  }

  @Test
  void cannotHaveAnotherNameThanItsFile() {
    var bytes = build(ClassDesc.of("guest.Other"), _ -> {});
    assertRefused("guest.Guest", bytes, "guest.Guest has another name than its file");
  }

  @Test
  void cannotBeOlderThanStackMaps() {
    var bytes = build(ClassDesc.of("guest.Guest"), b -> b.withVersion(49, 0));
    assertRefused("guest.Guest", bytes, "guest.Guest has class file version 49.0");
  }

  @Test
  void cannotUsePreviews() {
    var bytes = build(ClassDesc.of("guest.Guest"), b -> b.withVersion(69, 65535));
    assertRefused("guest.Guest", bytes, "guest.Guest has class file version 69.65535");
  }

  @Test
  void cannotHaveMoreCallSitesThanTheJvmCounts() {
    // Beyond the count of 16 bits, the JVM gives one call site the object of another.
    assertRefused("guest.Guest", concatenations(9, 8_000), "guest.Guest has 72,");
    // Polls count as well: each of these begins with one, and each of their jumps.
    assertRefused("guest.Guest", loops(8, 4_500), "guest.Guest has 36,");
  }

  @Test
  void mayHaveThousandsOfCallSites() throws RefusedException {
    var admitted = Admission.admit(jar("guest.Guest", concatenations(4, 7_000)));
    assertThat(admitted.classes()).containsKey("guest.Guest");
  }

  /// `methods` methods with `each` empty concatenations each.
  private static byte[] concatenations(int methods, int each) {
    var concatenation =
        DynamicCallSiteDesc.of(
            ConstantDescs.ofCallsiteBootstrap(
                ClassDesc.of("java.lang.invoke.StringConcatFactory"),
                "makeConcatWithConstants",
                ConstantDescs.CD_CallSite,
                ConstantDescs.CD_String,
                CD_Object.arrayType()),
            "makeConcatWithConstants",
            MethodTypeDesc.of(ConstantDescs.CD_String),
            "text");
    return methods(
        methods,
        c -> {
          for (int i = 0; i < each; i++) {
            c.invokedynamic(concatenation).pop();
          }
          c.return_();
        });
  }

  /// `methods` methods with `each` jumps backwards each, one behind the other.
  private static byte[] loops(int methods, int each) {
    return methods(
        methods,
        c -> {
          for (int i = 0; i < each; i++) {
            var again = c.newBoundLabel();
            c.iconst_0().ifne(again);
          }
          c.return_();
        });
  }

  private static byte[] methods(int count, Consumer<CodeBuilder> code) {
    return ClassFile.of()
        .build(
            ClassDesc.of("guest.Guest"),
            b -> {
              b.withVersion(69, 0);
              for (int i = 0; i < count; i++) {
                b.withMethodBody("run" + i, NOTHING, ClassFile.ACC_STATIC, code);
              }
            });
  }

  @Test
  void cannotCrashTheCheckerByBeingCutShort() {
    var bytes = Objects.requireNonNull(AgentSource.compile(SOURCE).get(AgentSource.ENTRY));
    for (int length = 0; length < bytes.length; length++) {
      int cut = length;
      assertThatExceptionOfType(RefusedException.class)
          .isThrownBy(() -> Admission.admit(jar(AgentSource.ENTRY, Arrays.copyOf(bytes, cut))))
          .withMessageStartingWith(AgentSource.ENTRY);
    }
  }

  @Test
  void cannotCrashTheCheckerByChangedBytes() {
    var bytes = Objects.requireNonNull(AgentSource.compile(SOURCE).get(AgentSource.ENTRY));
    var random = new Random(2026);
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      var changed = bytes.clone();
      for (int i = 0; i <= round % 4; i++) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      try {
        Admission.admit(jar(AgentSource.ENTRY, changed));
      } catch (RefusedException e) {
        refused++;
        assertThat(e).hasMessageStartingWith(AgentSource.ENTRY);
      }
    }
    assertThat(refused).isBetween(100, ROUNDS - 1);
  }

  private static final String SOURCE =
      """
      package guest;
      import dev.sojourn.agent.*;
      public class Guest implements Agent {
        int n;
        public Next visit(Visit visit) {
          Runnable r = () -> n++;
          r.run();
          for (int i = 0; i < 3; i++) visit.log("line " + i);
          return switch (n) { case 1 -> Next.done(); default -> null; };
        }
      }
      """;

  private static byte[] method(Consumer<CodeBuilder> code) {
    return build(
        ClassDesc.of("guest.Guest"),
        b -> b.withMethodBody("run", NOTHING, ClassFile.ACC_STATIC, code));
  }

  private static byte[] build(ClassDesc name, Consumer<ClassBuilder> content) {
    return ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS)
        .build(name, b -> content.accept(b.withVersion(69, 0)));
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    int at = 0;
    while (!Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
      at++;
    }
    return at;
  }

  private static byte[] jar(String name, byte[] bytes) {
    return AgentSource.jar(Map.of(name, bytes));
  }

  private static void assertRefused(String name, byte[] bytes, String message) {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> Admission.admit(jar(name, bytes)))
        .withMessageContaining(message);
  }
}
