package dev.sojourn.host.systemd;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/// Sends single messages to a Unix datagram socket, in the file system or in the abstract namespace
/// of Linux. Java supports Unix sockets only for streams, so this class calls the C library.
final class DatagramSocketFile {
  private static final int AF_UNIX = 1;
  private static final int SOCK_DGRAM_CLOEXEC = 2 | 0x80000;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int FAMILY_BYTES = 2;
  private static final int MAX_NAME_BYTES = 107;

  private static final MethodHandle SOCKET =
      link(
          "socket",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT));
  private static final MethodHandle SENDTO =
      link(
          "sendto",
          FunctionDescriptor.of(
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_INT,
              ValueLayout.ADDRESS,
              ValueLayout.JAVA_INT));
  private static final MethodHandle CLOSE =
      link("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();

  private final byte[] name;

  /// @param name the path of the socket; a leading `@` means the abstract namespace
  DatagramSocketFile(String name) throws IOException {
    this.name = name.getBytes(StandardCharsets.UTF_8);
    if (this.name.length == 0 || this.name.length > MAX_NAME_BYTES) {
      throw new IOException("a name of 1 to " + MAX_NAME_BYTES + " bytes is expected");
    }
    if (this.name[0] == '@') {
      this.name[0] = 0;
    }
  }

  /// Sends one message.
  void send(String message) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var state = arena.allocate(STATE);
      int socket = (int) SOCKET.invokeExact(state, AF_UNIX, SOCK_DGRAM_CLOEXEC, 0);
      check(socket, state);
      try {
        // A path ends with a zero byte. In the abstract namespace this byte would be part of the
        // name.
        int length = FAMILY_BYTES + name.length + (name[0] == 0 ? 0 : 1);
        var address = arena.allocate(length, Short.BYTES);
        address.set(ValueLayout.JAVA_SHORT, 0, (short) AF_UNIX);
        MemorySegment.copy(name, 0, address, ValueLayout.JAVA_BYTE, FAMILY_BYTES, name.length);
        var octets = message.getBytes(StandardCharsets.UTF_8);
        var text = arena.allocateFrom(ValueLayout.JAVA_BYTE, octets);
        long sent =
            (long)
                SENDTO.invokeExact(
                    state, socket, text, (long) octets.length, MSG_NOSIGNAL, address, length);
        check(sent, state);
      } finally {
        int _ = (int) CLOSE.invokeExact(state, socket);
      }
    } catch (IOException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a function of the C library could not be called", e);
    }
  }

  private static void check(long result, MemorySegment state) throws IOException {
    if (result < 0) {
      var errno = STATE.varHandle(PathElement.groupElement("errno"));
      throw new IOException("error number " + (int) errno.get(state, 0L));
    }
  }

  @SuppressWarnings("restricted") // Java has no sockets of this kind
  private static MethodHandle link(String function, FunctionDescriptor type) {
    var linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(function),
        type,
        Linker.Option.captureCallState("errno"));
  }
}
