package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Field;

/// The open-addressed table of 64-bit fingerprints in an object of the agent API, written without
/// its free slots.
final class FingerprintTable {
  /// Taken slots that may be passed, for each slot there is; honest fingerprints pass fewer than
  /// one.
  private static final int MAX_PASSED = 16;

  private final Quota quota;
  private final Field table;
  private final Field size;

  FingerprintTable(Quota quota, Class<?> owner) {
    this.quota = quota;
    this.table = FrontierSerializer.field(owner, "table");
    this.size = FrontierSerializer.field(owner, "size");
  }

  long[] prints(Object owner) throws IllegalAccessException {
    return (long[]) table.get(owner);
  }

  void write(Output output, Object owner) throws IllegalAccessException {
    output.writeVarInt(size.getInt(owner), true);
    for (long print : prints(owner)) {
      if (print != 0) {
        output.writeLong(print);
      }
    }
  }

  /// Fills a table of twice to four times the number of prints, as growing would have made it.
  ///
  /// @return the slot of each print, in the order of the stream
  int[] read(Input input, Object owner) throws IllegalAccessException {
    int count = quota.readLength(input, Long.BYTES);
    int length = Math.max(64, Integer.highestOneBit(Math.max(1, count * 2)) * 2);
    var filled = new long[length];
    var slots = new int[count];
    int added = 0;
    long passed = (long) MAX_PASSED * length;
    for (int i = 0; i < count; i++) {
      long print = input.readLong();
      if (print == 0) {
        throw new StateException("a fingerprint of zero");
      }
      int slot = (int) print & (length - 1);
      while (filled[slot] != 0 && filled[slot] != print) {
        slot = (slot + 1) & (length - 1);
        if (--passed < 0) {
          throw new StateException("fingerprints that all belong in one place");
        }
      }
      added += filled[slot] == 0 ? 1 : 0;
      filled[slot] = print;
      slots[i] = slot;
    }
    table.set(owner, filled);
    size.setInt(owner, added);
    return slots;
  }
}
