package dev.sojourn.sandbox.worker.state;

/// The arrays that may stand in a state, in the order of their numbers.
final class Arrays {
  private Arrays() {}

  static void register(KnownTypes.Group group, Quota quota, ContainerSerializers make) {
    group.value(
        byte[].class,
        (out, v) -> {
          out.writeVarInt(v.length, true);
          out.writeBytes(v);
        },
        in -> in.readBytes(quota.readLength(in, 1)));
    group.value(
        boolean[].class,
        (out, v) -> {
          out.writeVarInt(v.length, true);
          out.writeBooleans(v, 0, v.length);
        },
        in -> in.readBooleans(quota.readLength(in, 1)));
    group.value(
        short[].class,
        (out, v) -> {
          out.writeVarInt(v.length, true);
          out.writeShorts(v, 0, v.length);
        },
        in -> in.readShorts(quota.readLength(in, Short.BYTES)));
    group.value(
        char[].class,
        (out, v) -> {
          out.writeVarInt(v.length, true);
          out.writeChars(v, 0, v.length);
        },
        in -> in.readChars(quota.readLength(in, Character.BYTES)));
    ofWords(group, quota);
    group.addUnchecked(Object[].class, make.array(Object.class));
    group.addUnchecked(String[].class, make.array(String.class));
    group.addUnchecked(int[][].class, make.array(int[].class));
    group.addUnchecked(long[][].class, make.array(long[].class));
    group.addUnchecked(double[][].class, make.array(double[].class));
    group.addUnchecked(String[][].class, make.array(String[].class));
  }

  private static void ofWords(KnownTypes.Group group, Quota quota) {
    group.value(
        int[].class,
        (out, v) -> {
          out.writeVarInt(v.length, true);
          out.writeInts(v, 0, v.length);
        },
        in -> in.readInts(quota.readLength(in, Integer.BYTES)));
    group.value(
        long[].class,
        (out, v) -> {
          out.writeVarInt(v.length, true);
          out.writeLongs(v, 0, v.length);
        },
        in -> in.readLongs(quota.readLength(in, Long.BYTES)));
    group.value(
        float[].class,
        (out, v) -> {
          out.writeVarInt(v.length, true);
          out.writeFloats(v, 0, v.length);
        },
        in -> in.readFloats(quota.readLength(in, Float.BYTES)));
    group.value(
        double[].class,
        (out, v) -> {
          out.writeVarInt(v.length, true);
          out.writeDoubles(v, 0, v.length);
        },
        in -> in.readDoubles(quota.readLength(in, Double.BYTES)));
  }
}
