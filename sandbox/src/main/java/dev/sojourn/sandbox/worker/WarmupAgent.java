package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.Visit;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.ToWorker;
import dev.sojourn.sandbox.worker.state.StateCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The agent of the warmup: it makes one complete visit and one that is stopped.
final class WarmupAgent {
  private WarmupAgent() {}

  /// Makes the two visits.
  static void run() {
    try {
      var jar = jar("warmup/Guest.class", classFile());
      if (!(visit(jar, false) instanceof VisitEnd.Finished)
          || !(visit(jar, true) instanceof VisitEnd.Stopped)) {
        throw new IllegalStateException("the warmup of a visit went wrong");
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Makes an agent that logs a line and ends.
  private static byte[] classFile() {
    var visit =
        MethodTypeDesc.of(ClassDesc.of(Next.class.getName()), ClassDesc.of(Visit.class.getName()));
    return ClassFile.of()
        .build(
            ClassDesc.of("warmup.Guest"),
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
                            c.aload(1)
                                .ldc("warmup")
                                .invokeinterface(
                                    visit.parameterType(0),
                                    "log",
                                    MethodTypeDesc.of(
                                        ConstantDescs.CD_void, ConstantDescs.CD_String))
                                .invokestatic(
                                    visit.returnType(),
                                    "done",
                                    MethodTypeDesc.of(visit.returnType()),
                                    true)
                                .areturn()));
  }

  private static ToWorker.Begin order(byte[] jar) {
    return new ToWorker.Begin(
        1,
        new VisitOrder.Code("warmup", jar, "warmup.Guest"),
        Optional.empty(),
        new VisitOrder.Inputs(
            "Warmup", List.of("http://127.0.0.1:8080/"), Scope.site("http://127.0.0.1:8080"), 1),
        limits(),
        1,
        true,
        List.of());
  }

  private static VisitLimits limits() {
    return new VisitLimits(
        Duration.ofHours(1),
        Duration.ofHours(1),
        Long.MAX_VALUE,
        1,
        1,
        1,
        1,
        1 << 20,
        1,
        1 << 20,
        1,
        1,
        Duration.ZERO);
  }

  /// Runs one visit as a worker does. Returns its end.
  private static VisitEnd visit(byte[] jar, boolean stopped) throws IOException {
    var pipe = new Pipe(new Loop());
    pipe.send(order(jar));
    if (!(pipe.readToWorker() instanceof ToWorker.Begin begin)) {
      throw new IllegalStateException("the warmup of an order went wrong");
    }
    var visit =
        new VisitThread(
            begin,
            pipe,
            new AdmissionCache(),
            new LoaderPrefetch(),
            new StateCodec.Stock(),
            new HashMap<>());
    if (stopped) {
      visit.stop("stop", "warmup");
    }
    visit.start();
    try {
      visit.thread().join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    while (true) {
      if (pipe.readFromWorker() instanceof FromWorker.End(_, var end)) {
        return end;
      }
    }
  }

  /// Returns the bytes that were written to it.
  private static final class Loop implements ByteChannel {
    private final ByteBuffer kept = ByteBuffer.allocate(64 << 10);

    @Override
    public int write(ByteBuffer bytes) {
      int length = bytes.remaining();
      kept.put(bytes);
      return length;
    }

    @Override
    public int read(ByteBuffer bytes) {
      kept.flip();
      int length = Math.min(bytes.remaining(), kept.remaining());
      bytes.put(bytes.position(), kept, kept.position(), length);
      bytes.position(bytes.position() + length);
      kept.position(kept.position() + length);
      kept.compact();
      return length == 0 ? -1 : length;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {
      // There is no resource to close.
    }
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
