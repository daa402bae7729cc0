package dev.sojourn.corpus;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Class files that no compiler writes. Each is the class `Odd`; a normally compiled agent calls
/// its method `run`.
final class ClassFileAttacks {
  static final String FAMILY = "classfile";
  static final String AGENT = "guest.classfile.Visitor";
  static final String REPORTER = "guest.classfile.Reporter";
  static final String ODD = "guest.classfile.Odd";

  /// The sources of the agents, and of a placeholder for the odd class during compilation.
  static final Map<String, String> SOURCES =
      Map.of(
          AGENT,
          """
          package guest.classfile;
          import dev.sojourn.agent.*;
          public class Visitor implements Agent {
            public Next visit(Visit visit) { Odd.run(); return Next.done(); }
          }
          """,
          REPORTER,
          """
          package guest.classfile;
          import dev.sojourn.agent.*;
          public class Reporter implements Agent {
            public Next visit(Visit visit) { visit.report((Record) Odd.made()); return Next.done(); }
          }
          """,
          ODD,
          "package guest.classfile; public class Odd { public static void run() {}"
              + " public static Object made() { return null; } }");

  static final ClassDesc ODD_TYPE = ClassDesc.of(ODD);
  static final MethodTypeDesc NOTHING = MethodTypeDesc.of(CD_void);

  private static final String NO_CLASS_FILE = "is no class file";
  static final int JAVA_25 = 69;

  private final List<CorpusAttack> attacks = new ArrayList<>();
  private final Map<String, byte[]> caller;
  private final Map<String, byte[]> reporter;

  /// @param caller the classes of the agent that runs the odd class
  /// @param reporter the classes of the agent that reports its result
  private ClassFileAttacks(Map<String, byte[]> caller, Map<String, byte[]> reporter) {
    this.caller = caller;
    this.reporter = reporter;
  }

  static List<CorpusAttack> of(Map<String, byte[]> caller, Map<String, byte[]> reporter) {
    var all = new ClassFileAttacks(caller, reporter);
    all.headers();
    all.names();
    all.broken();
    all.loops();
    all.unverifiable();
    all.handedDown(
        "parallelStream", ClassDesc.of("java.util.stream.Stream"), "java.util.ArrayList");
    all.handedDown("printStackTrace", CD_void, "java.lang.RuntimeException");
    all.handedDown("notifyAll", CD_void, "java.lang.Object");
    all.handedDown("ints", ClassDesc.of("java.util.stream.IntStream"), "java.lang.Object");
    all.privateNeighbour();
    all.add(
        "shares the arguments of ten thousand calls",
        "finished",
        "",
        "",
        odd(LinkageAttacks.sharedArguments()));
    ForgedAttacks.all().forEach(all::forged);
    LinkageAttacks.all().forEach((name, odd) -> all.denied(name, odd.fragment(), odd.bytes()));
    return all.attacks;
  }

  private void headers() {
    denied("of Java 1.5, without stack maps", "version 49", version(49, 0));
    denied("of Java 1.0", "version 45", version(45, 3));
    denied("of a Java to come", "version 70", version(70, 0));
    denied("with previews", "version 69.65535", version(JAVA_25, 65_535));
    add("extends String", "denied", "loader", "final class", odd(extending(CD_String)));
    denied(
        "extends a class that is not there",
        "extends guest.Nowhere",
        extending(ClassDesc.of("guest.Nowhere")));
    denied("extends Class", "extends java.lang.Class", extending(ClassDesc.of("java.lang.Class")));
    add("extends itself", "denied", "loader", "Circularity", odd(extending(ODD_TYPE)));
    add(
        "implements a class",
        "denied",
        "loader",
        "IncompatibleClassChangeError",
        odd(
            build(
                b ->
                    b.withInterfaceSymbols(CD_Object)
                        .withMethodBody("run", NOTHING, ACC, CodeBuilder::return_))));
    denied(
        "extends the loader",
        "extends java.lang.ClassLoader",
        extending(ClassDesc.of("java.lang.ClassLoader")));
  }

  /// An interface of the agent declares a forbidden method that a class of the agent inherits from
  /// the JDK. javac rejects some of these classes.
  private void handedDown(String method, ClassDesc result, String superclass) {
    var wide = ClassDesc.of("guest.classfile.Wide");
    var type = MethodTypeDesc.of(result);
    var declaring =
        ClassFile.of()
            .build(
                wide,
                b ->
                    b.withVersion(JAVA_25, 0)
                        .withFlags(
                            ClassFile.ACC_PUBLIC | ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT)
                        .withMethod(
                            method, type, ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT, _ -> {}));
    var heir =
        build(
            b ->
                b.withSuperclass(ClassDesc.of(superclass))
                    .withInterfaceSymbols(wide)
                    .withMethodBody("run", NOTHING, ACC, CodeBuilder::return_));
    add(
        "opens " + method + " by an interface",
        "denied",
        "admission",
        "a method that classes inherit from the JDK",
        Map.of("guest.classfile.Wide", declaring, ODD, heir));
  }

  /// Claims to be in the nest of a class of the agent API, and reads a private field there.
  private void privateNeighbour() {
    var frontier = ClassDesc.of("dev.sojourn.agent.Frontier");
    add(
        "reads what is private in the agent API",
        "denied",
        "admission",
        "dev.sojourn.agent.Frontier.waiting",
        odd(
            build(
                b ->
                    b.with(NestHostAttribute.of(b.constantPool().classEntry(frontier)))
                        .withMethodBody(
                            "run",
                            NOTHING,
                            ACC,
                            c ->
                                c.new_(frontier)
                                    .dup()
                                    .invokespecial(frontier, "<init>", NOTHING)
                                    .getfield(
                                        frontier, "waiting", ClassDesc.of("java.util.ArrayDeque"))
                                    .pop()
                                    .return_()))));
  }

  private static final int ACC = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;

  private void names() {
    for (var taken :
        List.of(
            "java.lang.invoke", "javax.net", "sun.misc", "jdk.internal.misc", "com.sun.tools")) {
      var name = taken + ".Planted";
      var planted = ClassFile.of().build(ClassDesc.of(name), b -> b.withVersion(JAVA_25, 0));
      add(
          "in the package " + taken,
          "denied",
          "admission",
          "agents may not define",
          Map.of(name, planted, ODD, version(JAVA_25, 0)));
    }
    denied(
        "is called otherwise than its file",
        "has another name than its file",
        ClassFile.of().build(ClassDesc.of("guest.Other"), b -> b.withVersion(JAVA_25, 0)));
    denied(
        "has a method with terminal codes",
        "is native",
        build(b -> b.withMethod("run\u001b", NOTHING, ACC | ClassFile.ACC_NATIVE, _ -> {})));
    denied(
        "has a field of an unknown type",
        "java.lang.Process",
        build(b -> b.withField("f", ClassDesc.of("java.lang.Process"), ClassFile.ACC_STATIC)));
    denied(
        "is a bridge to a thread",
        "java.lang.Thread",
        build(
            b ->
                b.withMethodBody(
                    "run",
                    MethodTypeDesc.of(ClassDesc.of("java.lang.Thread")),
                    ACC,
                    c -> c.aconst_null().areturn())));
  }

  private void broken() {
    var whole = version(JAVA_25, 0);
    denied("is empty", NO_CLASS_FILE, new byte[0]);
    denied("has another magic number", NO_CLASS_FILE, patched(whole, b -> b[0] = 'P'));
    denied("is cut in its constants", NO_CLASS_FILE, Arrays.copyOf(whole, 20));
    denied("is cut before its end", NO_CLASS_FILE, Arrays.copyOf(whole, whole.length - 5));
    denied(
        "counts more constants than it has",
        NO_CLASS_FILE,
        patched(whole, b -> b[8] = (byte) 0x7f));
    denied("has a constant of an unknown kind", NO_CLASS_FILE, patched(whole, b -> b[10] = 99));
    denied("is a zip in a class file", NO_CLASS_FILE, new byte[] {'P', 'K', 3, 4, 0, 0, 0, 0});
    denied("is a class of noise", NO_CLASS_FILE, noise());
    denied("hangs those who compute its stack maps", NO_CLASS_FILE, switchWithoutCases());
    denied(
        "has an array of 255 dimensions",
        "dimensions",
        method(c -> c.iconst_1().multianewarray(deep(255), 1).pop().return_()));
    denied("has a lock", "is synchronized", method(c -> c.ldc("x").monitorenter().return_()));
    denied(
        "has a method that grows beyond its bounds",
        NO_CLASS_FILE,
        method(
            c -> {
              var top = c.newBoundLabel();
              for (int i = 0; i < 8_000; i++) {
                c.iconst_0().ifne(top);
              }
              c.return_();
            }));
  }

  private void loops() {
    stopped("jumps to itself", c -> c.goto_(c.newBoundLabel()));
    stopped(
        "jumps by a switch",
        c -> {
          var top = c.newBoundLabel();
          c.iconst_0().tableswitch(0, 0, top, List.of());
        });
    stopped(
        "handles what its handler throws",
        c -> {
          var start = c.newBoundLabel();
          c.aconst_null().athrow();
          var handler = c.newBoundLabel();
          c.athrow();
          var end = c.newBoundLabel();
          c.exceptionCatchAll(start, end, handler);
        });
    stopped(
        "has handlers in a ring",
        c -> {
          var a = c.newBoundLabel();
          c.aconst_null().athrow();
          var b = c.newBoundLabel();
          c.pop().aconst_null().athrow();
          var end = c.newBoundLabel();
          c.exceptionCatchAll(a, b, b).exceptionCatchAll(b, end, a0(c, a));
        });
    stopped(
        "jumps forward and back",
        c -> {
          var far = c.newLabel();
          var top = c.newBoundLabel();
          c.goto_(far);
          c.nop();
          c.labelBinding(far).goto_(top);
        });
  }

  /// A handler that drops the exception and jumps to the beginning.
  private static java.lang.classfile.Label a0(CodeBuilder c, java.lang.classfile.Label a) {
    var handler = c.newBoundLabel();
    c.pop().goto_(a);
    return handler;
  }

  private void unverifiable() {
    refusedByTheVerifier("takes a number for an object", c -> c.iconst_1().areturn());
    refusedByTheVerifier("takes from an empty stack", c -> c.pop().return_());
    refusedByTheVerifier("runs off its end", CodeBuilder::nop);
    refusedByTheVerifier(
        "uses an object before it is made",
        c ->
            c.new_(CD_Object)
                .invokevirtual(CD_Object, "hashCode", MethodTypeDesc.of(CD_int))
                .pop()
                .return_());
    refusedByTheVerifier(
        "calls a method on a number",
        c ->
            c.iconst_1()
                .invokevirtual(CD_String, "length", MethodTypeDesc.of(CD_int))
                .pop()
                .return_());
    refusedByTheVerifier("takes half of a long", c -> c.lconst_0().pop().pop().return_());
  }

  /// Admission computes stack maps itself and may fail on such code; if it passes, the JVM refuses
  /// to link the code.
  private void refusedByTheVerifier(String name, Consumer<CodeBuilder> code) {
    add(name, "denied", "", "", odd(method(code)));
  }

  private void stopped(String name, Consumer<CodeBuilder> code) {
    // With stack maps, which the JVM requires.
    add(
        name,
        "stopped",
        "metering",
        "cpu",
        odd(
            ClassFile.of()
                .build(
                    ODD_TYPE,
                    b ->
                        b.withVersion(JAVA_25, 0)
                            .withFlags(1)
                            .withMethodBody("run", NOTHING, ACC, code))));
  }

  private void denied(String name, String fragment, byte[] bytes) {
    add(name, "denied", "admission", fragment, odd(bytes));
  }

  private void add(
      String name, String outcome, String wall, String fragment, Map<String, byte[]> more) {
    attacks.add(attack(name, outcome, wall, fragment, AGENT, caller, more));
  }

  private void forged(String name, ForgedAttacks.Forged forged) {
    attacks.add(
        attack(
            name,
            forged.outcome(),
            forged.wall(),
            forged.fragment(),
            forged.isReported() ? REPORTER : AGENT,
            forged.isReported() ? reporter : caller,
            odd(forged.odd())));
  }

  private static CorpusAttack attack(
      String name,
      String outcome,
      String wall,
      String fragment,
      String agent,
      Map<String, byte[]> compiled,
      Map<String, byte[]> more) {
    var classes = new TreeMap<>(compiled);
    classes.putAll(more);
    return new CorpusAttack(
        "code", FAMILY, name, outcome, wall, fragment, agent, Jars.of(classes), Optional.empty());
  }

  private static Map<String, byte[]> odd(byte[] bytes) {
    return Map.of(ODD, bytes);
  }

  static byte[] method(Consumer<CodeBuilder> code) {
    return build(b -> b.withMethodBody("run", NOTHING, ACC, code));
  }

  static byte[] build(Consumer<ClassBuilder> content) {
    return ClassFile.of(
            ClassFile.StackMapsOption.DROP_STACK_MAPS, ClassFile.DeadCodeOption.KEEP_DEAD_CODE)
        .build(ODD_TYPE, b -> content.accept(b.withVersion(JAVA_25, 0).withFlags(1)));
  }

  private static byte[] version(int major, int minor) {
    return build(
        b -> b.withVersion(major, minor).withMethodBody("run", NOTHING, ACC, CodeBuilder::return_));
  }

  private static byte[] extending(ClassDesc superclass) {
    return build(
        b ->
            b.withSuperclass(superclass).withMethodBody("run", NOTHING, ACC, CodeBuilder::return_));
  }

  private static ClassDesc deep(int dimensions) {
    return ClassDesc.ofDescriptor("[".repeat(dimensions) + "I");
  }

  private static byte[] patched(byte[] bytes, Consumer<byte[]> change) {
    UnaryOperator<byte[]> copy = byte[]::clone;
    var changed = copy.apply(bytes);
    change.accept(changed);
    return changed;
  }

  private static byte[] noise() {
    var bytes = new byte[5_000];
    new java.util.Random(7).nextBytes(bytes);
    System.arraycopy(version(JAVA_25, 0), 0, bytes, 0, 8);
    return bytes;
  }

  /// A `lookupswitch` without a pair as the last instruction. The JDK's generator of stack maps
  /// never ends on it.
  private static byte[] switchWithoutCases() {
    var bytes =
        method(
            c -> {
              for (int i = 0; i < 11; i++) {
                c.nop();
              }
              c.return_();
            });
    byte[] code = {3, (byte) 0xab, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0};
    byte[] nops = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xb1};
    int at = 0;
    while (!Arrays.equals(bytes, at, at + nops.length, nops, 0, nops.length)) {
      at++;
    }
    System.arraycopy(code, 0, bytes, at, code.length);
    return bytes;
  }
}
