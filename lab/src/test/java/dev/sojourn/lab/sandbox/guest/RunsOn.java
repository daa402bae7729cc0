package dev.sojourn.lab.sandbox.guest;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Visit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// An agent that says a word and then runs on, in the way that the path of its start URL names:
/// `/loop/3` or `/call/1`.
// It runs on purpose in the ways that must be stopped.
@SuppressWarnings({"finally", "ModifiedButNotUsed", "RedundantControlFlow", "UnusedVariable"})
public final class RunsOn implements Agent {
  /// How many kinds of loop there are.
  public static final int LOOPS = 17;

  /// The loop that fills its stack again and again.
  public static final int DEEP = 6;

  /// How many kinds of call there are that no poll reaches.
  public static final int CALLS = 5;

  private int n;

  /// Creates the agent.
  public RunsOn() {}

  @Override
  public Next visit(Visit visit) {
    var url = visit.starts().getFirst();
    int kind = Integer.parseInt(url.substring(url.lastIndexOf('/') + 1));
    visit.log("begun");
    if (url.contains("/loop/")) {
      while (n >= 0 || n < 0) {
        loop(kind, visit);
      }
    } else {
      n = call(kind);
    }
    return Next.done();
  }

  private void loop(int kind, Visit visit) {
    if (kind < 7) {
      spin(kind, visit);
    } else if (kind < 12) {
      callBack(kind);
    } else {
      work(kind, visit);
    }
  }

  private void spin(int kind, Visit visit) {
    switch (kind) {
      case 0 -> {
        while (true) {}
      }
      case 1 -> {
        for (int i = 0; i < Integer.MAX_VALUE; i++) {
          for (int j = 0; j < Integer.MAX_VALUE; j++) {
            n ^= j;
          }
        }
      }
      case 2 -> {
        for (long i = 0; i < Long.MAX_VALUE; i++) {
          n += (int) i;
        }
      }
      case 3 -> {
        var values = new int[1 << 16];
        while (true) {
          for (int i = 0; i < values.length; i++) {
            values[i] += i;
          }
        }
      }
      case 4 -> {
        while (true) {
          try {
            loop(0, visit);
          } catch (Throwable _) {
            n++;
          }
        }
      }
      case 5 -> {
        while (true) {
          try {
            loop(2, visit);
          } finally {
            continue;
          }
        }
      }
      default -> {
        while (true) {
          try {
            n = deep(0);
          } catch (StackOverflowError _) {
            n++;
          }
        }
      }
    }
  }

  private void callBack(int kind) {
    switch (kind) {
      case 7 -> {
        var list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9));
        while (true) {
          list.sort((a, b) -> n++ % 3 - 1);
        }
      }
      case 8 -> colliding();
      case 9 -> {
        while (true) {
          var text = new StringBuilder();
          for (int i = 0; i < 1_000; i++) {
            text.append(i).append(' ');
          }
          n += text.toString().length();
        }
      }
      case 10 -> {
        var counts = new HashMap<String, Integer>();
        for (int i = 0; ; i++) {
          counts.merge("key " + (i & 1_023), 1, Integer::sum);
        }
      }
      default -> {
        while (true) {
          IntStream.range(0, 100_000).map(i -> i * 31).forEach(i -> n += i);
        }
      }
    }
  }

  private void work(int kind, Visit visit) {
    switch (kind) {
      case 12 -> {
        while (true) {
          switch (n) {
            case 5 -> n = 4;
            default -> n++;
          }
        }
      }
      case 13 -> {
        while (true) {
          try {
            throw new IllegalStateException("again");
          } catch (IllegalStateException _) {
            n++;
          }
        }
      }
      case 14 -> {
        int[] kept = null;
        while (true) {
          kept = new int[1_000];
          n += kept.length;
        }
      }
      case 15 -> n = fibonacci(60);
      default -> {
        while (true) {
          visit.fetch("mailto:nobody");
        }
      }
    }
  }

  private record Same(int number) {
    @Override
    public int hashCode() {
      return 1;
    }
  }

  private void colliding() {
    var map = new HashMap<Same, Integer>();
    for (int i = 0; ; i++) {
      map.put(new Same(i % 20_000), i);
    }
  }

  private int deep(int depth) {
    return depth < 0 ? 0 : deep(depth + 1) + 1;
  }

  private int fibonacci(int k) {
    return k < 2 ? k : fibonacci(k - 1) + fibonacci(k - 2);
  }

  /// These calls do not run in the agent's own code.
  private static int call(int kind) {
    return switch (kind) {
      case 0 -> nested(60).hashCode();
      case 1 -> nested(60).equals(nested(60)) ? 1 : 0;
      case 2 -> {
        Object[] bomb = {};
        for (int i = 0; i < 60; i++) {
          bomb = new Object[] {bomb, bomb};
        }
        yield Arrays.deepHashCode(bomb);
      }
      case 3 -> {
        Map<String, Object> bomb = new HashMap<>();
        for (int i = 0; i < 60; i++) {
          var outer = new HashMap<String, Object>();
          outer.put("a", bomb);
          outer.put("b", bomb);
          bomb = outer;
        }
        yield bomb.hashCode();
      }
      default -> "a".repeat(1 << 22).indexOf("a".repeat(1 << 21) + "b");
    };
  }

  private static List<Object> nested(int levels) {
    List<Object> bomb = new ArrayList<>();
    for (int i = 0; i < levels; i++) {
      bomb = new ArrayList<>(Collections.nCopies(2, bomb));
    }
    return bomb;
  }
}
