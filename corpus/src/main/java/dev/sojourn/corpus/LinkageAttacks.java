package dev.sojourn.corpus;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.LinkedHashMap;
import java.util.Map;

/// Calls that are hidden in what a class links by, and names that stand where nothing reads them.
final class LinkageAttacks {
  private static final ClassDesc SYSTEM = ClassDesc.of("java.lang.System");
  private static final ClassDesc RUNTIME = ClassDesc.of("java.lang.Runtime");
  private static final ClassDesc RUNNABLE = ClassDesc.of("java.lang.Runnable");
  private static final MethodTypeDesc EXIT_TYPE = MethodTypeDesc.of(CD_void, CD_int);
  private static final DirectMethodHandleDesc EXIT = handle(SYSTEM, "exit", EXIT_TYPE);
  private static final DirectMethodHandleDesc GC = handle(SYSTEM, "gc", ClassFileAttacks.NOTHING);

  private LinkageAttacks() {}

  /// @param fragment stands in the refusal
  record Odd(String fragment, byte[] bytes) {}

  static Map<String, Odd> all() {
    var all = new LinkedHashMap<String, Odd>();
    all.put(
        "links by System.exit",
        new Odd(
            "links by java.lang.System.exit",
            ClassFileAttacks.method(
                c ->
                    c.invokedynamic(DynamicCallSiteDesc.of(EXIT, "x", ClassFileAttacks.NOTHING))
                        .return_())));
    all.put("links by a method of its own", new Odd("links by guest", ownBootstrap()));
    all.put("makes a lambda of System.gc", new Odd("java.lang.System.gc", lambdaOf(GC)));
    all.put(
        "makes a lambda of Runtime.getRuntime",
        new Odd(
            "java.lang.Runtime",
            lambdaOf(handle(RUNTIME, "getRuntime", MethodTypeDesc.of(RUNTIME)))));
    all.put(
        "loads a method handle",
        new Odd("method handle", ClassFileAttacks.method(c -> c.loadConstant(GC).pop().return_())));
    all.put(
        "loads a method type",
        new Odd(
            "method handle",
            ClassFileAttacks.method(c -> c.loadConstant(EXIT_TYPE).pop().return_())));
    all.put("has a dynamic constant", new Odd("dynamic constant", dynamicConstant()));
    all.put("concatenates with a method handle", new Odd("java.lang.System", concatenating()));
    putMentions(all);
    return all;
  }

  /// What stands in a class though no instruction uses it, and what is put together by hand.
  private static void putMentions(Map<String, Odd> all) {
    all.put(
        "names System.exit where nothing reads it",
        new Odd(
            "java.lang.System.exit",
            ClassFileAttacks.build(
                b -> b.constantPool().methodRefEntry(SYSTEM, "exit", EXIT_TYPE))));
    all.put(
        "names Unsafe where nothing reads it",
        new Odd(
            "jdk.internal.misc.Unsafe",
            ClassFileAttacks.build(
                b -> b.constantPool().classEntry(ClassDesc.of("jdk.internal.misc.Unsafe")))));
    all.put(
        "names the stop polls",
        new Odd(
            "dev.sojourn.sandbox.worker.Polls",
            ClassFileAttacks.build(
                b ->
                    b.constantPool()
                        .classEntry(ClassDesc.of("dev.sojourn.sandbox.worker.Polls")))));
    all.put(
        "mentions a module",
        new Odd(
            "mentions a module",
            ClassFileAttacks.build(
                b ->
                    b.constantPool()
                        .moduleEntry(java.lang.constant.ModuleDesc.of("java.instrument")))));
    all.put("clones what is not its own", new Odd("java.lang.Object.clone", cloning()));
    all.put(
        "is a native method by hand",
        new Odd(
            "is native",
            ClassFileAttacks.build(
                b ->
                    b.withMethod(
                        "run",
                        ClassFileAttacks.NOTHING,
                        ClassFile.ACC_STATIC | ClassFile.ACC_NATIVE,
                        _ -> {}))));
  }

  private static DirectMethodHandleDesc handle(ClassDesc owner, String name, MethodTypeDesc type) {
    return MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, owner, name, type);
  }

  private static byte[] ownBootstrap() {
    var type =
        MethodTypeDesc.of(
            ConstantDescs.CD_CallSite,
            ConstantDescs.CD_MethodHandles_Lookup,
            ConstantDescs.CD_String,
            ConstantDescs.CD_MethodType);
    var own = handle(ClassFileAttacks.ODD_TYPE, "link", type);
    return ClassFileAttacks.method(
        c -> c.invokedynamic(DynamicCallSiteDesc.of(own, "x", ClassFileAttacks.NOTHING)).return_());
  }

  private static byte[] lambdaOf(DirectMethodHandleDesc target) {
    var metafactory =
        ConstantDescs.ofCallsiteBootstrap(
            ClassDesc.of("java.lang.invoke.LambdaMetafactory"),
            "metafactory",
            ConstantDescs.CD_CallSite,
            ConstantDescs.CD_MethodType,
            ConstantDescs.CD_MethodHandle,
            ConstantDescs.CD_MethodType);
    var site =
        DynamicCallSiteDesc.of(
            metafactory,
            "run",
            MethodTypeDesc.of(RUNNABLE),
            ClassFileAttacks.NOTHING,
            target,
            ClassFileAttacks.NOTHING);
    return ClassFileAttacks.method(c -> c.invokedynamic(site).pop().return_());
  }

  private static byte[] concatenating() {
    var factory =
        ConstantDescs.ofCallsiteBootstrap(
            ClassDesc.of("java.lang.invoke.StringConcatFactory"),
            "makeConcatWithConstants",
            ConstantDescs.CD_CallSite,
            ConstantDescs.CD_String,
            CD_Object.arrayType());
    var site =
        DynamicCallSiteDesc.of(
            factory, "x", MethodTypeDesc.of(ConstantDescs.CD_String), "\u0002", EXIT);
    return ClassFileAttacks.method(c -> c.invokedynamic(site).pop().return_());
  }

  private static byte[] dynamicConstant() {
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
            handle(RUNTIME, "getRuntime", MethodTypeDesc.of(RUNTIME)));
    return ClassFileAttacks.method(c -> c.loadConstant(constant).pop().return_());
  }

  private static byte[] cloning() {
    return ClassFileAttacks.method(
        c ->
            c.ldc("x")
                .invokevirtual(CD_Object, "clone", MethodTypeDesc.of(CD_Object))
                .pop()
                .return_());
  }
}
