package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Visit;
import dev.sojourn.sandbox.admission.Admission;
import dev.sojourn.sandbox.admission.RefusedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The agent of the rehearsal: it is let in, called once, and stopped once.
final class RehearsedAgent {
  private RehearsedAgent() {}

  /// Admits, loads and calls a small agent.
  static void run() {
    var agent = ClassDesc.of("rehearsal.Guest");
    var visit =
        MethodTypeDesc.of(ClassDesc.of(Next.class.getName()), ClassDesc.of(Visit.class.getName()));
    var bytes =
        ClassFile.of()
            .build(
                agent,
                b ->
                    b.withFlags(ClassFile.ACC_PUBLIC)
                        .withInterfaceSymbols(ClassDesc.of(Agent.class.getName()))
                        .withMethodBody(
                            "<init>",
                            ConstantDescs.MTD_void,
                            ClassFile.ACC_PUBLIC,
                            c ->
                                c.aload(0)
                                    .invokespecial(
                                        ConstantDescs.CD_Object, "<init>", ConstantDescs.MTD_void)
                                    .return_())
                        .withMethodBody(
                            "visit",
                            visit,
                            ClassFile.ACC_PUBLIC,
                            c ->
                                c.invokestatic(
                                        visit.returnType(),
                                        "done",
                                        MethodTypeDesc.of(visit.returnType()),
                                        true)
                                    .areturn()));
    try {
      var loader = new GuestLoader(Admission.admit(jar("rehearsal/Guest.class", bytes)));
      var type = loader.allClasses().getFirst();
      var guest = (Agent) type.getConstructor().newInstance();
      var stop = new StopException("stop", "rehearsal");
      if (!call(guest).equals(Next.done())) {
        throw new IllegalStateException("the rehearsal of an agent went wrong");
      }
      loader.stop(stop);
      requireStopped(guest, stop);
    } catch (RefusedException | ReflectiveOperationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void requireStopped(Agent guest, StopException stop) {
    try {
      call(guest);
    } catch (StopException e) {
      if (e == stop) {
        return;
      }
    }
    throw new IllegalStateException("the rehearsal of a stop went wrong");
  }

  @SuppressWarnings("NullAway") // this agent does not look at its visit
  private static Next call(Agent guest) {
    return guest.visit(null);
  }

  private static byte[] jar(String name, byte[] content) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var jar = new ZipOutputStream(bytes)) {
      jar.putNextEntry(new ZipEntry(name));
      jar.write(content);
    }
    return bytes.toByteArray();
  }
}
