package dev.sojourn.host.daemon;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The filter of system calls that systemd makes of a unit's lines, as the program that the kernel
/// takes. It covers the calls that `SystemCallFilter` leaves, the kinds of namespaces that
/// `RestrictNamespaces` takes away, and the address families. For x86-64.
///
/// @param lines of the unit
/// @param groups of system calls by name, as this systemd has them
/// @param numbers of system calls by name, as this kernel's headers have them
record UnitFilter(
    List<String> lines, Map<String, List<String>> groups, Map<String, Integer> numbers) {
  static final Path HEADER = Path.of("/usr/include/x86_64-linux-gnu/asm/unistd_64.h");

  private static final Map<String, Integer> FAMILIES =
      Map.of("AF_UNIX", 1, "AF_INET", 2, "AF_INET6", 10, "AF_NETLINK", 16);
  private static final Map<String, Integer> NAMESPACES = Map.of("cgroup", 0x0200_0000);

  private static final int LOAD = 0x20;
  private static final int JUMP_IF_EQUAL = 0x15;
  private static final int JUMP_IF_ANY_BIT = 0x45;
  private static final int RETURN = 0x06;
  private static final int ALLOW = 0x7fff_0000;
  private static final int FAIL = 0x0005_0000;
  private static final int EPERM = 1;
  private static final int ENOSYS = 38;
  private static final int EAFNOSUPPORT = 97;
  private static final int NUMBER = 0;
  private static final int ARCHITECTURE = 4;
  private static final int FIRST_ARGUMENT = 16;
  private static final int X86_64 = 0xc000_003e;
  private static final int MAX_INSTRUCTIONS = 4096;

  static UnitFilter of(Path unit) throws Exception {
    var said = DaemonInRoot.run(List.of("systemd-analyze", "--no-pager", "syscall-filter"));
    var groups = new HashMap<String, List<String>>();
    var members = new HashSet<String>();
    for (var line : said.lines().toList().reversed()) {
      var word = line.strip();
      if (line.startsWith("@")) {
        groups.put(word, List.copyOf(members));
        members.clear();
      } else if (!word.isEmpty() && !word.startsWith("#")) {
        members.add(word);
      }
    }
    return new UnitFilter(Files.readAllLines(unit), groups, numbersOf(HEADER));
  }

  private static Map<String, Integer> numbersOf(Path header) throws IOException {
    var numbers = new HashMap<String, Integer>();
    Pattern.compile("#define __NR_(\\w+) (\\d+)")
        .matcher(Files.readString(header, StandardCharsets.UTF_8))
        .results()
        .forEach(found -> numbers.put(found.group(1), Integer.valueOf(found.group(2))));
    return numbers;
  }

  /// The names of the calls that are allowed.
  Set<String> allowed() {
    var allowed = new TreeSet<>(members("@default"));
    for (var value : values("SystemCallFilter")) {
      boolean isDenied = value.startsWith("~");
      for (var word : value.substring(isDenied ? 1 : 0).split(" ", -1)) {
        if (isDenied) {
          allowed.removeAll(members(word));
        } else {
          allowed.addAll(members(word));
        }
      }
    }
    return allowed;
  }

  private Set<String> members(String word) {
    if (!word.startsWith("@")) {
      return Set.of(word);
    }
    var all = new TreeSet<String>();
    groups.get(word).forEach(member -> all.addAll(members(member)));
    return all;
  }

  private List<String> values(String setting) {
    return lines.stream()
        .filter(line -> line.startsWith(setting + "="))
        .map(line -> line.substring(setting.length() + 1))
        .toList();
  }

  /// The program, as the kernel takes it.
  byte[] program() {
    var code = ByteBuffer.allocate(MAX_INSTRUCTIONS * 8).order(ByteOrder.LITTLE_ENDIAN);
    add(code, LOAD, 0, 0, ARCHITECTURE);
    add(code, JUMP_IF_EQUAL, 1, 0, X86_64);
    add(code, RETURN, 0, 0, FAIL | EPERM);
    add(code, LOAD, 0, 0, NUMBER);
    // Its flags lie in memory, which no filter reads; libraries do without it.
    add(code, JUMP_IF_EQUAL, 0, 1, numbers.get("clone3"));
    add(code, RETURN, 0, 0, FAIL | ENOSYS);
    for (var kind : values("RestrictNamespaces")) {
      int flag = NAMESPACES.get(kind.substring("~".length()));
      for (var call : List.of("clone", "unshare")) {
        add(code, JUMP_IF_EQUAL, 0, 4, numbers.get(call));
        add(code, LOAD, 0, 0, FIRST_ARGUMENT);
        add(code, JUMP_IF_ANY_BIT, 0, 1, flag);
        add(code, RETURN, 0, 0, FAIL | EPERM);
        add(code, LOAD, 0, 0, NUMBER);
      }
    }
    var families = values("RestrictAddressFamilies").getFirst().split(" ", -1);
    add(code, JUMP_IF_EQUAL, 0, families.length * 2 + 2, numbers.get("socket"));
    add(code, LOAD, 0, 0, FIRST_ARGUMENT);
    for (var family : families) {
      add(code, JUMP_IF_EQUAL, 0, 1, FAMILIES.get(family));
      add(code, RETURN, 0, 0, ALLOW);
    }
    add(code, RETURN, 0, 0, FAIL | EAFNOSUPPORT);
    for (var call : allowed()) {
      // Others belong to other architectures, or to newer kernels.
      if (numbers.containsKey(call)) {
        add(code, JUMP_IF_EQUAL, 0, 1, numbers.get(call));
        add(code, RETURN, 0, 0, ALLOW);
      }
    }
    add(code, RETURN, 0, 0, FAIL | EPERM);
    var bytes = new byte[code.position()];
    code.flip().get(bytes);
    return bytes;
  }

  private static void add(
      ByteBuffer code, int operation, int whenTrue, int whenFalse, int operand) {
    code.putShort((short) operation).put((byte) whenTrue).put((byte) whenFalse).putInt(operand);
  }
}
