package dev.sojourn.corpus;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// As many classes as a jar may have. They fill the JVM's memory outside the heap: the room for
/// classes, and the room for compiled code.
final class CrowdAttacks {
  static final String AGENT = "guest.crowd.Leader";

  private static final String FAMILY = "crowd";
  private static final String CROWD = "guest.crowd.Crowd";

  /// The source of the agent, and of a placeholder for the class that calls all others during
  /// compilation.
  static final Map<String, String> SOURCES =
      Map.of(
          AGENT,
          """
          package guest.crowd;
          import dev.sojourn.agent.*;
          public class Leader implements Agent {
            public Next visit(Visit visit) {
              int made = 0;
              do { made += Crowd.call(); } while (Crowd.isEndless());
              visit.log("made " + made);
              return Next.done();
            }
          }
          """,
          CROWD,
          "package guest.crowd; public class Crowd { public static int call() { return 0; }"
              + " public static boolean isEndless() { return false; } }");

  /// Together with the agent, the class that calls the others and their superclass: 2,000.
  private static final int CLASSES = 1_997;

  /// The methods of the common superclass. Each class has a table of all of them: 80 MB in total.
  private static final int METHODS = 5_000;

  private static final int STEPS = 150;
  private static final int OPEN = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;
  private static final ClassDesc PARENT = ClassDesc.of("guest.crowd", "Parent");
  private static final ClassDesc OBJECTS = CD_Object.arrayType();
  private static final MethodTypeDesc COUNT = MethodTypeDesc.of(CD_int);

  private final List<CorpusAttack> attacks = new ArrayList<>();
  private final Map<String, byte[]> agent;

  /// @param agent the classes of the agent
  private CrowdAttacks(Map<String, byte[]> agent) {
    this.agent = agent;
  }

  static List<CorpusAttack> of(Map<String, byte[]> agent) {
    var all = new CrowdAttacks(agent);
    all.add("makes one of each class", "finished", "", "made " + CLASSES, false, 0, 0);
    all.add("fills the room for classes", "killed", "metering", "memory", false, METHODS, 0);
    all.add("makes thousands of long methods hot", "stopped", "metering", "cpu", true, 0, STEPS);
    return all.attacks;
  }

  // Each parameter is a column in the table of attacks, or describes the classes.
  private void add(
      String name,
      String outcome,
      String wall,
      String fragment,
      boolean isEndless,
      int methods,
      int steps) {
    var classes = new TreeMap<>(agent);
    classes.put(CROWD, crowd(isEndless));
    classes.put("guest.crowd.Parent", parent(methods));
    for (int i = 0; i < CLASSES; i++) {
      classes.put("guest.crowd.C" + i, one(member(i), steps));
    }
    attacks.add(
        new CorpusAttack(
            "code",
            FAMILY,
            name,
            outcome,
            wall,
            fragment,
            AGENT,
            Jars.of(classes),
            Optional.empty()));
  }

  private static ClassDesc member(int number) {
    return ClassDesc.of("guest.crowd", "C" + number);
  }

  /// Calls a method of each class, and adds up the results.
  private static byte[] crowd(boolean isEndless) {
    return ClassFile.of()
        .build(
            ClassDesc.of(CROWD),
            b ->
                b.withVersion(ClassFile.JAVA_25_VERSION, 0)
                    .withFlags(ClassFile.ACC_PUBLIC)
                    .withMethodBody(
                        "isEndless",
                        MethodTypeDesc.of(ConstantDescs.CD_boolean),
                        OPEN,
                        c -> c.loadConstant(isEndless ? 1 : 0).ireturn())
                    .withMethodBody("call", COUNT, OPEN, CrowdAttacks::callEach));
  }

  private static void callEach(CodeBuilder c) {
    c.iconst_0();
    for (int i = 0; i < CLASSES; i++) {
      c.invokestatic(member(i), "make", COUNT).iadd();
    }
    c.ireturn();
  }

  private static byte[] parent(int methods) {
    return ClassFile.of()
        .build(
            PARENT,
            b -> {
              b.withVersion(ClassFile.JAVA_25_VERSION, 0).withFlags(ClassFile.ACC_PUBLIC);
              b.withMethodBody(
                  INIT_NAME, MTD_void, ClassFile.ACC_PUBLIC, c -> construct(c, CD_Object));
              for (int i = 0; i < methods; i++) {
                b.withMethodBody("m" + i, MTD_void, ClassFile.ACC_PUBLIC, CodeBuilder::return_);
              }
            });
  }

  private static byte[] one(ClassDesc type, int steps) {
    return ClassFile.of()
        .build(
            type,
            b -> {
              b.withVersion(ClassFile.JAVA_25_VERSION, 0).withFlags(ClassFile.ACC_PUBLIC);
              b.withSuperclass(PARENT);
              b.withField("kept", OBJECTS, OPEN);
              b.withMethodBody(
                  INIT_NAME, MTD_void, ClassFile.ACC_PUBLIC, c -> construct(c, PARENT));
              b.withMethodBody("make", COUNT, OPEN, c -> make(c, type, steps));
            });
  }

  private static void construct(CodeBuilder c, ClassDesc superclass) {
    c.aload(0).invokespecial(superclass, INIT_NAME, MTD_void).return_();
  }

  /// Each step compiles to much code: it checks its array, its index and its element.
  private static void make(CodeBuilder c, ClassDesc type, int steps) {
    c.new_(type).dup().invokespecial(type, INIT_NAME, MTD_void).astore(0);
    c.iconst_1().anewarray(CD_Object).putstatic(type, "kept", OBJECTS);
    for (int i = 0; i < steps; i++) {
      c.getstatic(type, "kept", OBJECTS).iconst_0().getstatic(type, "kept", OBJECTS).aastore();
    }
    c.iconst_1().ireturn();
  }
}
