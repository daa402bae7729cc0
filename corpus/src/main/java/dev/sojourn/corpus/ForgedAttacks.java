package dev.sojourn.corpus;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.function.Consumer;

/// Well-formed class files that claim to be something that javac would not produce: false records,
/// lambdas with a chosen method name, subclasses of sealed types.
final class ForgedAttacks {
  private static final ClassDesc ODD = ClassFileAttacks.ODD_TYPE;
  private static final ClassDesc RECORD = ClassDesc.of("java.lang.Record");
  private static final ClassDesc RUNNABLE = ClassDesc.of("java.lang.Runnable");
  private static final ClassDesc FRONTIER = ClassDesc.of("dev.sojourn.agent.Frontier");

  /// A component without an accessor.
  private static final String UNREAD = "unread";

  private static final int OPEN = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;

  private ForgedAttacks() {}

  /// @param fragment a part of the reason
  /// @param isReported whether the agent reports the result of the class instead of running it
  record Forged(String outcome, String wall, String fragment, boolean isReported, byte[] odd) {}

  static Map<String, Forged> all() {
    var all = new LinkedHashMap<String, Forged>();
    all.put("waits by the agent API's name", denied("wait", waiting()));
    all.put("makes lambdas that are finalizers", denied("finalize", finalizers(false)));
    all.put("makes bridges that are finalizers", denied("finalize", finalizers(true)));
    all.put("is a next place of its own making", loader("sealed", sealed()));
    all.put("has one method twice", loader("Duplicate method", twice()));
    all.put("describes a constant of an enum that it may not name", described());
    all.put("has sixty thousand handlers", handlers());
    all.put("reports a record without components", reported("no record", record()));
    all.put("reports a record with a component twice", reported("twice", record("x", "x")));
    all.put(
        "reports a record whose components become one",
        reported("twice", record("\ud800", "\ud801")));
    all.put("reports a record without an accessor", reported("no record", record(UNREAD)));
    all.put(
        "reports a record of a type that it may not name",
        new Forged("denied", "loader", "java/lang/Thread", true, ofThreads()));
    return all;
  }

  private static Forged denied(String fragment, byte[] odd) {
    return new Forged("denied", "admission", fragment, false, odd);
  }

  private static Forged loader(String fragment, byte[] odd) {
    return new Forged("denied", "loader", fragment, false, odd);
  }

  private static Forged reported(String fragment, byte[] odd) {
    return new Forged("failed", "", fragment, true, odd);
  }

  /// Waits on an object of the agent API, whose class inherits `wait` from Object.
  private static byte[] waiting() {
    return ClassFileAttacks.method(
        c ->
            c.new_(FRONTIER)
                .dup()
                .invokespecial(FRONTIER, INIT_NAME, MTD_void)
                .loadConstant(1_000_000L)
                .invokevirtual(FRONTIER, "wait", MethodTypeDesc.of(CD_void, CD_long))
                .return_());
  }

  /// Creates lambdas whose method is named `finalize` until the garbage collector finds one; the
  /// method then runs on a thread of the JVM.
  private static byte[] finalizers(boolean bridged) {
    var giving = MethodTypeDesc.of(CD_Object, CD_Object);
    var last = MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, ODD, "last", giving);
    var site = bridged ? bridgedFinalizer(last) : finalizer(last);
    return mapped(
        b ->
            b.withField("n", CD_int, OPEN)
                .withMethodBody(
                    "last",
                    giving,
                    OPEN,
                    c -> c.iconst_1().putstatic(ODD, "n", CD_int).aconst_null().areturn())
                .withMethodBody(
                    "run",
                    MTD_void,
                    OPEN,
                    c -> {
                      var top = c.newBoundLabel();
                      c.aconst_null().invokedynamic(site).pop();
                      c.getstatic(ODD, "n", CD_int).ifeq(top).return_();
                    }));
  }

  private static DynamicCallSiteDesc finalizer(MethodHandleDesc method) {
    var factory =
        factory(
            "metafactory",
            ConstantDescs.CD_MethodType,
            ConstantDescs.CD_MethodHandle,
            ConstantDescs.CD_MethodType);
    return DynamicCallSiteDesc.of(
        factory, "finalize", MethodTypeDesc.of(RUNNABLE, CD_Object), MTD_void, method, MTD_void);
  }

  private static DynamicCallSiteDesc bridgedFinalizer(MethodHandleDesc method) {
    return DynamicCallSiteDesc.of(
        factory("altMetafactory", CD_Object.arrayType()),
        "finalize",
        MethodTypeDesc.of(RUNNABLE, CD_Object),
        MethodTypeDesc.of(CD_Object),
        method,
        MethodTypeDesc.of(CD_Object),
        4, // FLAG_BRIDGES
        1,
        MTD_void);
  }

  private static DirectMethodHandleDesc factory(String name, ClassDesc... more) {
    return ConstantDescs.ofCallsiteBootstrap(
        ClassDesc.of("java.lang.invoke.LambdaMetafactory"), name, ConstantDescs.CD_CallSite, more);
  }

  private static byte[] sealed() {
    return ClassFileAttacks.build(
        b ->
            b.withInterfaceSymbols(ClassDesc.of("dev.sojourn.agent.Next"))
                .withMethodBody("run", MTD_void, OPEN, CodeBuilder::return_));
  }

  private static byte[] twice() {
    return ClassFileAttacks.build(
        b ->
            b.withMethodBody("run", MTD_void, OPEN, CodeBuilder::return_)
                .withMethodBody("run", MTD_void, OPEN, CodeBuilder::return_));
  }

  /// A pattern switch that makes the JDK look up the class of a constant by its name.
  private static Forged described() {
    var describe =
        MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.INTERFACE_STATIC,
            ConstantDescs.CD_ClassDesc,
            "of",
            MethodTypeDesc.of(ConstantDescs.CD_ClassDesc, CD_String));
    var enumDesc = ClassDesc.of("java.lang.Enum$EnumDesc");
    var constant =
        MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC,
            enumDesc,
            "of",
            MethodTypeDesc.of(enumDesc, ConstantDescs.CD_ClassDesc, CD_String));
    var invoke =
        ConstantDescs.ofConstantBootstrap(
            ClassDesc.of("java.lang.invoke.ConstantBootstraps"),
            "invoke",
            CD_Object,
            ConstantDescs.CD_MethodHandle,
            CD_Object.arrayType());
    var type =
        DynamicConstantDesc.ofNamed(
            invoke, "invoke", ConstantDescs.CD_ClassDesc, describe, "java.lang.Thread$State");
    var label = DynamicConstantDesc.ofNamed(invoke, "invoke", enumDesc, constant, type, "RUNNABLE");
    var choice =
        DynamicCallSiteDesc.of(
            ConstantDescs.ofCallsiteBootstrap(
                ClassDesc.of("java.lang.runtime.SwitchBootstraps"),
                "typeSwitch",
                ConstantDescs.CD_CallSite,
                CD_Object.arrayType()),
            "typeSwitch",
            MethodTypeDesc.of(CD_int, CD_Object, CD_int),
            label);
    var odd =
        ClassFileAttacks.method(c -> c.ldc("x").iconst_0().invokedynamic(choice).pop().return_());
    return new Forged("finished", "", "", false, odd);
  }

  /// Many handlers: the verifier checks each handler for each instruction that it covers.
  private static Forged handlers() {
    var odd =
        ClassFileAttacks.method(
            c -> {
              var start = c.newBoundLabel();
              for (int i = 0; i < 30_000; i++) {
                c.nop();
              }
              var end = c.newBoundLabel();
              c.return_();
              var handler = c.newBoundLabel();
              c.pop().return_();
              for (int i = 0; i < 60_000; i++) {
                c.exceptionCatchAll(start, end, handler);
              }
            });
    return denied("handlers", odd);
  }

  /// A record that names the type only in its list of components.
  private static byte[] ofThreads() {
    return ClassFileAttacks.build(
        b ->
            b.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
                .withSuperclass(RECORD)
                .with(
                    RecordAttribute.of(
                        RecordComponentInfo.of("x", ClassDesc.of("java.lang.Thread"))))
                .withMethodBody(
                    "made", MethodTypeDesc.of(CD_Object), OPEN, c -> c.aconst_null().areturn()));
  }

  private static byte[] record(String... components) {
    var type = CD_int;
    return ClassFile.of()
        .build(
            ODD,
            b -> {
              b.withVersion(ClassFile.JAVA_25_VERSION, 0)
                  .withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
                  .withSuperclass(RECORD);
              if (components.length > 0) {
                b.with(recordAttribute(type, components));
              }
              var canonical =
                  MethodTypeDesc.of(CD_void, Collections.nCopies(components.length, type));
              b.withMethodBody(
                      INIT_NAME,
                      canonical,
                      ClassFile.ACC_PUBLIC,
                      c -> c.aload(0).invokespecial(RECORD, INIT_NAME, MTD_void).return_())
                  .withMethodBody(
                      "made",
                      MethodTypeDesc.of(CD_Object),
                      OPEN,
                      c -> {
                        c.new_(ODD).dup();
                        for (int i = 0; i < components.length; i++) {
                          c.iconst_0();
                        }
                        c.invokespecial(ODD, INIT_NAME, canonical).areturn();
                      });
              for (var name : new LinkedHashSet<>(Arrays.asList(components))) {
                if (!name.equals(UNREAD)) {
                  accessor(b, name);
                }
              }
            });
  }

  private static RecordAttribute recordAttribute(ClassDesc type, String... components) {
    return RecordAttribute.of(
        Arrays.stream(components).map(name -> RecordComponentInfo.of(name, type)).toList());
  }

  private static void accessor(ClassBuilder b, String name) {
    b.withMethodBody(
        name, MethodTypeDesc.of(CD_int), ClassFile.ACC_PUBLIC, c -> c.iconst_1().ireturn());
  }

  /// A class file with stack maps, which the JVM requires.
  private static byte[] mapped(Consumer<ClassBuilder> content) {
    return ClassFile.of()
        .build(ODD, b -> content.accept(b.withVersion(ClassFile.JAVA_25_VERSION, 0).withFlags(1)));
  }
}
