package dev.sojourn.sandbox.confine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The filter as the kernel runs it, for every number of a system call on both architectures, held
/// against lists that were made from the kernel's own headers.
class BpfProgramTest {
  private static final int OWN = 4711;
  private static final int NUMBERS = 1_000;
  private static final long ALLOW = 0x7fff_0000L;
  private static final long KILL = 0x8000_0000L;
  private static final long EPERM = 0x5_0001L;
  private static final long ENOENT = 0x5_0002L;
  private static final long ENOSYS = 0x5_0026L;

  /// The numbers of one architecture. The five that are decided by an argument, and clone3, come in
  /// this order: mmap, mprotect, clone, tgkill, prctl, fcntl, clone3.
  private record Naive(
      Set<Integer> allowed, Set<Integer> noFile, Set<Integer> killed, int[] special) {}

  private static final Naive X86_64 =
      new Naive(
          numbers(
              """
              0 1 3 5 7 8 11 12 13 14 15 17 19 20 24 27 28 35 39 48 60 96 98 99 131 186 202 204 219
              228 229 230 231 232 233 271 273 281 309 318 324 334
              """),
          numbers(
              """
              2 4 6 21 89 257 262 267 269 332 437 439
              """),
          numbers(
              """
              57 58 59 101 103 105 106 113 114 116 117 119 122 123 126 135 154 155 159 161 163 164
              165 166 167 168 169 170 171 172 173 175 176 179 227 246 248 249 250 272 298 300 301
              303 304 305 308 310 311 313 320 321 322 323 424 425 426 427 428 429 430 431 432 433
              434 438 440 442 444 445 446
              """),
          new int[] {9, 10, 56, 234, 157, 72, 435});

  private static final Naive AARCH64 =
      new Naive(
          numbers(
              """
              21 22 57 62 63 64 65 66 67 73 80 93 94 98 99 101 113 114 115 123 124 128 132 134 135
              139 165 168 169 172 178 179 210 214 215 232 233 278 283 293
              """),
          numbers(
              """
              48 56 78 79 291 437 439
              """),
          numbers(
              """
              39 40 41 51 60 89 91 92 97 104 105 106 112 116 117 142 143 144 145 146 147 149 151 152
              159 161 162 170 171 217 218 219 221 224 225 241 262 263 264 265 266 268 270 271 273
              280 281 282 294 424 425 426 427 428 429 430 431 432 433 434 438 440 442 444 445 446
              """),
          new int[] {222, 226, 220, 131, 167, 25, 435});

  @ParameterizedTest
  @EnumSource(Architecture.class)
  void decidesEveryNumberAsTheListsSay(Architecture architecture) {
    var machine = new FilterMachine(architecture);
    var naive = naive(architecture);
    var random = new Random(1);
    for (int number = 0; number < NUMBERS; number++) {
      for (int round = 0; round < 20; round++) {
        var arguments = random.longs(6).toArray();
        assertThat(machine.run(number, arguments))
            .as("%s %d %s", architecture, number, Arrays.toString(arguments))
            .isEqualTo(expected(naive, number, arguments));
      }
    }
  }

  /// No system call has such a number today; a later kernel may give it to one.
  @ParameterizedTest
  @EnumSource(Architecture.class)
  void refusesEveryNumberThatIsInNoList(Architecture architecture) {
    var machine = new FilterMachine(architecture);
    var random = new Random(3);
    var others = random.ints(100_000).map(n -> n & 0x3fff_ffff).filter(n -> n >= NUMBERS);
    IntStream.concat(IntStream.range(NUMBERS, 1 << 16), others)
        .forEach(
            number ->
                assertThat(machine.run(number, random.longs(6).toArray()))
                    .as("%s %d", architecture, number)
                    .isEqualTo(EPERM));
  }

  /// Arguments at random seldom pass a check, so they are chosen here.
  @ParameterizedTest
  @EnumSource(Architecture.class)
  void decidesByArgumentsAsTheListsSay(Architecture architecture) {
    var machine = new FilterMachine(architecture);
    var naive = naive(architecture);
    var random = new Random(2);
    long[] usual = {0, 1, 2, 3, 4, 5, 7, 15, 16, 21, 22, 0x20, 0x22, 0x21, 0x3d0f00, 0x3d0f11, OWN};
    int allowed = 0;
    for (int round = 0; round < 200_000; round++) {
      var arguments = new long[6];
      for (int i = 0; i < 6; i++) {
        arguments[i] = usual[random.nextInt(usual.length)];
        if (random.nextInt(8) == 0) {
          arguments[i] |= 1L << random.nextInt(64);
        }
      }
      int number = naive.special[random.nextInt(naive.special.length)];
      long expected = expected(naive, number, arguments);
      allowed += expected == ALLOW ? 1 : 0;
      assertThat(machine.run(number, arguments))
          .as("%s %d %s", architecture, number, Arrays.toString(arguments))
          .isEqualTo(expected);
    }
    assertThat(allowed).isGreaterThan(5_000);
  }

  @ParameterizedTest
  @EnumSource(Architecture.class)
  void killsWhoeverCallsInTheMannerOfAnotherArchitecture(Architecture architecture) {
    var machine = new FilterMachine(architecture);
    // 32-bit x86, 32-bit ARM, the other one, and nonsense.
    for (int other : new int[] {0x4000_0003, 0x4000_0028, ~architecture.auditValue(), 0, -1}) {
      for (int number = 0; number < NUMBERS; number++) {
        assertThat(machine.run(other, number, new long[6])).isEqualTo(KILL);
      }
    }
  }

  @Test
  void killsWhoeverUsesTheNumbersOfX32() {
    var machine = new FilterMachine(Architecture.X86_64);
    for (int number = 0; number < NUMBERS; number++) {
      assertThat(machine.run(number | 0x4000_0000, new long[6])).isEqualTo(KILL);
      assertThat(machine.run(number | 0x8000_0000, new long[6])).isEqualTo(KILL);
    }
  }

  @ParameterizedTest
  @EnumSource(Architecture.class)
  void isShortEnoughForTheKernelAndJumpsForwardOnly(Architecture architecture) {
    var program = BpfProgram.program(architecture, OWN);
    assertThat(program).hasSizeBetween(200, 400);
    for (int i = 0; i < program.size(); i++) {
      var at = program.get(i);
      assertThat(i + 1 + Math.max(at.whenTrue(), at.whenFalse()))
          .isLessThanOrEqualTo(program.size());
      assertThat(List.of(at.whenTrue(), at.whenFalse())).allMatch(jump -> jump >= 0 && jump < 256);
    }
    assertThat(program.getLast().code()).isEqualTo(BpfProgram.Instruction.RETURN);
  }

  private static long expected(Naive naive, int number, long[] a) {
    var special = naive.special;
    if (number == special[0]) {
      return (a[2] & 4) == 0 && (a[3] & 0x20) != 0 && (a[3] & 1) == 0 ? ALLOW : EPERM;
    } else if (number == special[1]) {
      return (a[2] & 4) == 0 ? ALLOW : EPERM;
    } else if (number == special[2]) {
      return a[0] == 0x3d0f00 ? ALLOW : EPERM;
    } else if (number == special[3]) {
      return (int) a[0] == OWN ? ALLOW : EPERM;
    } else if (number == special[4]) {
      return Set.of(15, 16, 21).contains((int) a[0]) ? ALLOW : EPERM;
    } else if (number == special[5]) {
      return Set.of(1, 2, 3, 4).contains((int) a[1]) ? ALLOW : EPERM;
    } else if (number == special[6]) {
      return ENOSYS;
    } else if (naive.allowed.contains(number)) {
      return ALLOW;
    } else if (naive.noFile.contains(number)) {
      return ENOENT;
    }
    return naive.killed.contains(number) ? KILL : EPERM;
  }

  private static Naive naive(Architecture architecture) {
    return architecture == Architecture.X86_64 ? X86_64 : AARCH64;
  }

  private static Set<Integer> numbers(String text) {
    return Arrays.stream(text.strip().split("\\s+"))
        .map(Integer::valueOf)
        .collect(Collectors.toSet());
  }

  /// The machine that runs filters, as the kernel describes it.
  private record FilterMachine(Architecture architecture, List<BpfProgram.Instruction> program) {
    FilterMachine(Architecture architecture) {
      this(architecture, BpfProgram.program(architecture, OWN));
    }

    long run(int number, long[] arguments) {
      return run(architecture.auditValue(), number, arguments);
    }

    long run(int audit, int number, long[] arguments) {
      int register = 0;
      for (int at = 0; ; at++) {
        var instruction = program.get(at);
        switch (instruction.code()) {
          case 0x20 -> register = load(instruction.operand(), audit, number, arguments);
          case 0x06 -> {
            return Integer.toUnsignedLong(instruction.operand());
          }
          default ->
              at += holds(instruction, register) ? instruction.whenTrue() : instruction.whenFalse();
        }
      }
    }

    private static boolean holds(BpfProgram.Instruction instruction, int register) {
      return switch (instruction.code()) {
        case 0x15 -> register == instruction.operand();
        case 0x35 -> Integer.compareUnsigned(register, instruction.operand()) >= 0;
        case 0x45 -> (register & instruction.operand()) != 0;
        default -> throw new IllegalStateException("code " + instruction.code());
      };
    }

    private static int load(int offset, int audit, int number, long[] arguments) {
      return switch (offset) {
        case 0 -> number;
        case 4 -> audit;
        default -> {
          long argument = arguments[(offset - 16) / 8];
          yield (int) (offset % 8 == 0 ? argument : argument >>> 32);
        }
      };
    }
  }
}
