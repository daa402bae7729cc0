package dev.sojourn.corpus;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Forbidden calls hidden in the entries that link a class, and names at places that readers
/// ignore.
final class LinkageAttacks {
  private static final ClassDesc SYSTEM = ClassDesc.of("java.lang.System");
  private static final ClassDesc RUNTIME = ClassDesc.of("java.lang.Runtime");
  private static final ClassDesc RUNNABLE = ClassDesc.of("java.lang.Runnable");
  private static final MethodTypeDesc EXIT_TYPE = MethodTypeDesc.of(CD_void, CD_int);
  private static final ClassDesc RANDOM = ClassDesc.of("java.util.SplittableRandom");
  private static final DirectMethodHandleDesc METAFACTORY =
      ConstantDescs.ofCallsiteBootstrap(
          ClassDesc.of("java.lang.invoke.LambdaMetafactory"),
          "metafactory",
          ConstantDescs.CD_CallSite,
          ConstantDescs.CD_MethodType,
          ConstantDescs.CD_MethodHandle,
          ConstantDescs.CD_MethodType);
  private static final DirectMethodHandleDesc CONCATENATION =
      ConstantDescs.ofCallsiteBootstrap(
          ClassDesc.of("java.lang.invoke.StringConcatFactory"),
          "makeConcatWithConstants",
          ConstantDescs.CD_CallSite,
          ConstantDescs.CD_String,
          CD_Object.arrayType());
  private static final DirectMethodHandleDesc RUN =
      handle(ClassFileAttacks.ODD_TYPE, "run", ClassFileAttacks.NOTHING);
  private static final DirectMethodHandleDesc EXIT = handle(SYSTEM, "exit", EXIT_TYPE);
  private static final DirectMethodHandleDesc GC = handle(SYSTEM, "gc", ClassFileAttacks.NOTHING);

  private LinkageAttacks() {}

  /// @param fragment a part of the refusal
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
    all.put("loads the type of a number", new Odd("dynamic constant", loadingPrimitive()));
    all.put("concatenates with a method handle", new Odd("java.lang.System", concatenating()));
    putMentions(all);
    putLinkage(all);
    putCrowds(all);
    return all;
  }

  /// Forbidden names in the types that link a class, and direct calls of bootstrap methods.
  private static void putLinkage(Map<String, Odd> all) {
    var thread = ClassDesc.of("java.lang.Thread");
    all.put(
        "makes a lambda of a type that it may not name",
        new Odd(
            "java.lang.Thread",
            lambda(MethodTypeDesc.of(ClassDesc.of("java.lang.Thread$Builder")), RUN)));
    all.put(
        "takes a type that it may not name into a lambda",
        new Odd("java.lang.Thread", lambda(MethodTypeDesc.of(RUNNABLE, thread), RUN)));
    all.put(
        "has the type of a method that it may not name",
        new Odd(
            "java.lang.Thread",
            ClassFileAttacks.build(
                b -> b.constantPool().methodTypeEntry(MethodTypeDesc.of(thread)))));
    all.put(
        "makes a lambda of the factory of lambdas",
        new Odd("java.lang.invoke.LambdaMetafactory.metafactory", lambdaOf(METAFACTORY)));
    all.put(
        "makes a lambda of the describer of classes",
        new Odd(
            "java.lang.constant.ClassDesc.of",
            lambdaOf(
                MethodHandleDesc.ofMethod(
                    DirectMethodHandleDesc.Kind.INTERFACE_STATIC,
                    ConstantDescs.CD_ClassDesc,
                    "of",
                    MethodTypeDesc.of(ConstantDescs.CD_ClassDesc, ConstantDescs.CD_String)))));
    all.put(
        "makes random numbers without a seed", new Odd("java.util.SplittableRandom", unseeded()));
  }

  private static byte[] unseeded() {
    return ClassFileAttacks.method(
        c ->
            c.new_(RANDOM)
                .dup()
                .invokespecial(RANDOM, ConstantDescs.INIT_NAME, ClassFileAttacks.NOTHING)
                .pop()
                .return_());
  }

  /// More call sites than the JVM can number with 16 bits. Beyond this, a call site gets the object
  /// of another call site, with another type.
  private static void putCrowds(Map<String, Odd> all) {
    var text =
        DynamicCallSiteDesc.of(
            CONCATENATION, "x", MethodTypeDesc.of(ConstantDescs.CD_String), "text");
    all.put(
        "has more call sites than the JVM counts",
        new Odd("call sites", crowd(9, 8_000, c -> c.invokedynamic(text).pop())));
    all.put(
        "has more call sites with the polls woven in",
        new Odd(
            "polls among them",
            crowd(
                16,
                4_500,
                c -> {
                  var again = c.newBoundLabel();
                  c.iconst_0().ifne(again);
                })));
  }

  /// Methods that repeat the same code, with stack maps, which the JVM requires.
  private static byte[] crowd(int methods, int each, Consumer<CodeBuilder> code) {
    return ClassFile.of()
        .build(
            ClassFileAttacks.ODD_TYPE,
            b -> {
              b.withVersion(ClassFileAttacks.JAVA_25, 0).withFlags(ClassFile.ACC_PUBLIC);
              for (int i = 0; i < methods; i++) {
                b.withMethodBody(
                    i == 0 ? "run" : "m" + i,
                    ClassFileAttacks.NOTHING,
                    ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                    c -> {
                      for (int k = 0; k < each; k++) {
                        code.accept(c);
                      }
                      c.return_();
                    });
              }
            });
  }

  /// Entries of a class that no instruction uses, and entries built by hand.
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
    all.put("is a native method by hand", new Odd("is native", nativeMethod()));
  }

  private static byte[] nativeMethod() {
    return ClassFileAttacks.build(
        b ->
            b.withMethod(
                "run",
                ClassFileAttacks.NOTHING,
                ClassFile.ACC_STATIC | ClassFile.ACC_NATIVE,
                _ -> {}));
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
    return lambda(MethodTypeDesc.of(RUNNABLE), target);
  }

  /// @param type of the call that makes the lambda
  private static byte[] lambda(MethodTypeDesc type, DirectMethodHandleDesc target) {
    var site =
        DynamicCallSiteDesc.of(
            METAFACTORY, "run", type, ClassFileAttacks.NOTHING, target, ClassFileAttacks.NOTHING);
    return ClassFileAttacks.method(
        c -> {
          type.parameterList().forEach(_ -> c.aconst_null());
          c.invokedynamic(site).pop().return_();
        });
  }

  /// Thousands of calls that share one bootstrap method with tens of thousands of arguments. A
  /// reader that checks all arguments for each call needs minutes.
  static byte[] sharedArguments() {
    return ClassFileAttacks.build(
        b -> {
          var pool = b.constantPool();
          var parse =
              pool.methodHandleEntry(
                  handle(
                      ConstantDescs.CD_Integer,
                      "parseInt",
                      MethodTypeDesc.of(CD_int, ConstantDescs.CD_String)));
          var shared =
              pool.bsmEntry(
                  pool.methodHandleEntry(CONCATENATION), Collections.nCopies(60_000, parse));
          for (int i = 0; i < 10_000; i++) {
            pool.invokeDynamicEntry(
                shared, pool.nameAndTypeEntry("x" + i, MethodTypeDesc.of(ConstantDescs.CD_String)));
          }
          b.withMethodBody(
              "run",
              ClassFileAttacks.NOTHING,
              ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
              c -> c.return_());
        });
  }

  private static byte[] concatenating() {
    var site =
        DynamicCallSiteDesc.of(
            CONCATENATION, "x", MethodTypeDesc.of(ConstantDescs.CD_String), "\u0002", EXIT);
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

  /// A constant that occurs only in a pattern switch.
  private static byte[] loadingPrimitive() {
    var bootstrap =
        ConstantDescs.ofConstantBootstrap(
            ClassDesc.of("java.lang.invoke.ConstantBootstraps"),
            "primitiveClass",
            ConstantDescs.CD_Class);
    var number = DynamicConstantDesc.ofNamed(bootstrap, "I", ConstantDescs.CD_Class);
    return ClassFileAttacks.method(c -> c.loadConstant(number).pop().return_());
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
