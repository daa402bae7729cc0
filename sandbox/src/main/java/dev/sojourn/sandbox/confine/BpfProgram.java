package dev.sojourn.sandbox.confine;

import dev.sojourn.sandbox.confine.SyscallRule.Check;
import java.util.ArrayList;
import java.util.List;

/// Converts the table of [SystemCall] into a program for the kernel's packet filter machine
/// ("classic BPF"). The kernel then runs it before every system call.
///
/// The machine has one register and jumps only forward. The program compares the number of the call
/// with each row of the table, with two instructions for each row. A row with checks has its own
/// small block that ends in a verdict, so blocks are independent.
///
/// ```
///   load architecture     another one -> kill   (a 32-bit call has other numbers)
///   load number           x32 bit     -> kill   (so has an x32 call)
///   number = row 1?       verdict of row 1
///   number = row 2?       checks of row 2: all passed -> allow, else EPERM
///   …
///   EPERM
/// ```
///
/// The program reads this data: number (4 bytes), architecture (4), address (8), six arguments of 8
/// bytes, least significant byte first.
final class BpfProgram {
  private static final int OFFSET_OF_NUMBER = 0;
  private static final int OFFSET_OF_ARCHITECTURE = 4;
  private static final int OFFSET_OF_ARGUMENTS = 16;

  private static final int X32_BIT = 0x4000_0000;

  private static final int KILL = 0x8000_0000;
  private static final int FAIL = 0x0005_0000;
  private static final int ALLOW = 0x7fff_0000;

  private BpfProgram() {}

  /// One instruction.
  ///
  /// @param code the operation
  /// @param whenTrue the number of instructions to skip if the comparison succeeds
  /// @param whenFalse the number of instructions to skip if the comparison fails
  /// @param operand a constant
  record Instruction(int code, int whenTrue, int whenFalse, int operand) {
    static final int LOAD = 0x20;
    static final int JUMP_IF_EQUAL = 0x15;
    static final int JUMP_IF_AT_LEAST = 0x35;
    static final int JUMP_IF_BIT = 0x45;
    static final int RETURN = 0x06;

    static Instruction load(int offset) {
      return new Instruction(LOAD, 0, 0, offset);
    }

    static Instruction verdict(int verdict) {
      return new Instruction(RETURN, 0, 0, verdict);
    }
  }

  /// Returns the program for an architecture.
  ///
  /// @param processNumber the worker's process number in its own namespace
  static List<Instruction> program(Architecture architecture, int processNumber) {
    var program = new ArrayList<Instruction>();
    program.add(Instruction.load(OFFSET_OF_ARCHITECTURE));
    program.add(new Instruction(Instruction.JUMP_IF_EQUAL, 1, 0, architecture.auditValue()));
    program.add(Instruction.verdict(KILL));
    program.add(Instruction.load(OFFSET_OF_NUMBER));
    if (architecture == Architecture.X86_64) {
      program.add(new Instruction(Instruction.JUMP_IF_AT_LEAST, 0, 1, X32_BIT));
      program.add(Instruction.verdict(KILL));
    }
    for (var call : SystemCall.values()) {
      var number = call.number(architecture);
      if (number.isPresent()) {
        var row = row(call.ruling(), processNumber);
        program.add(new Instruction(Instruction.JUMP_IF_EQUAL, 0, row.size(), number.getAsInt()));
        program.addAll(row);
      }
    }
    program.add(Instruction.verdict(FAIL | SyscallRule.EPERM));
    return List.copyOf(program);
  }

  private static List<Instruction> row(SyscallRule ruling, int processNumber) {
    return switch (ruling) {
      case SyscallRule.Kill _ -> List.of(Instruction.verdict(KILL));
      case SyscallRule.Fail(var error) -> List.of(Instruction.verdict(FAIL | error));
      case SyscallRule.Allow(var checks) -> checked(checks, processNumber);
    };
  }

  /// Returns all checks in order, then the two verdicts.
  private static List<Instruction> checked(List<Check> checks, int processNumber) {
    var block = new ArrayList<Instruction>();
    block.add(Instruction.verdict(ALLOW));
    if (!checks.isEmpty()) {
      block.add(Instruction.verdict(FAIL | SyscallRule.EPERM));
    }
    // In reverse order, since a check needs its distance from the refusal.
    for (var check : checks.reversed()) {
      block.addAll(0, check(check, block.size() - 1, processNumber));
    }
    return block;
  }

  /// Returns the instructions of one check.
  ///
  /// @param toRefusal the number of instructions between this check and the refusal
  private static List<Instruction> check(Check check, int toRefusal, int processNumber) {
    var low = Instruction.load(OFFSET_OF_ARGUMENTS + 8 * check.argument());
    var high = Instruction.load(OFFSET_OF_ARGUMENTS + 8 * check.argument() + 4);
    return switch (check) {
      case Check.With(_, var bit) ->
          List.of(low, new Instruction(Instruction.JUMP_IF_BIT, 0, toRefusal, bit));
      case Check.Without(_, var bit) ->
          List.of(low, new Instruction(Instruction.JUMP_IF_BIT, toRefusal, 0, bit));
      case Check.OwnProcess _ ->
          List.of(low, new Instruction(Instruction.JUMP_IF_EQUAL, 0, toRefusal, processNumber));
      case Check.Equal(_, var value) ->
          List.of(
              high,
              new Instruction(Instruction.JUMP_IF_EQUAL, 0, toRefusal + 2, (int) (value >>> 32)),
              low,
              new Instruction(Instruction.JUMP_IF_EQUAL, 0, toRefusal, (int) value));
      case Check.Among(_, var values) -> {
        var block = new ArrayList<Instruction>();
        block.add(low);
        for (int i = 0; i < values.size(); i++) {
          int left = values.size() - 1 - i;
          block.add(
              new Instruction(
                  Instruction.JUMP_IF_EQUAL, left, left == 0 ? toRefusal : 0, values.get(i)));
        }
        yield block;
      }
    };
  }
}
