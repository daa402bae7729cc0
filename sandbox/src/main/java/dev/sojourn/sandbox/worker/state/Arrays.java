package dev.sojourn.sandbox.worker.state;

/// The arrays that may stand in a state, in the order of their numbers.
final class Arrays {
  private Arrays() {}

  static void register(KnownTypes.Group group, Quota quota, ContainerSerializers make) {
    group.value(
        byte[].class,
        (out, v) -> {
          quota.writeArrayLength(out, v.length);
          out.writeBytes(v);
        },
        in -> in.readBytes(quota.readArrayLength(in, 1)));
    group.value(
        boolean[].class,
        (out, v) -> {
          quota.writeArrayLength(out, v.length);
          out.writeBooleans(v, 0, v.length);
        },
        in -> in.readBooleans(quota.readArrayLength(in, 1)));
    group.value(
        short[].class,
        (out, v) -> {
          quota.writeArrayLength(out, v.length);
          out.writeShorts(v, 0, v.length);
        },
        in -> in.readShorts(quota.readArrayLength(in, Short.BYTES)));
    group.value(
        char[].class,
        (out, v) -> {
          quota.writeArrayLength(out, v.length);
          out.writeChars(v, 0, v.length);
        },
        in -> in.readChars(quota.readArrayLength(in, Character.BYTES)));
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
          quota.writeArrayLength(out, v.length);
          out.writeInts(v, 0, v.length);
        },
        in -> in.readInts(quota.readArrayLength(in, Integer.BYTES)));
    group.value(
        long[].class,
        (out, v) -> {
          quota.writeArrayLength(out, v.length);
          out.writeLongs(v, 0, v.length);
        },
        in -> in.readLongs(quota.readArrayLength(in, Long.BYTES)));
    group.value(
        float[].class,
        (out, v) -> {
          quota.writeArrayLength(out, v.length);
          out.writeFloats(v, 0, v.length);
        },
        in -> in.readFloats(quota.readArrayLength(in, Float.BYTES)));
    group.value(
        double[].class,
        (out, v) -> {
          quota.writeArrayLength(out, v.length);
          out.writeDoubles(v, 0, v.length);
        },
        in -> in.readDoubles(quota.readArrayLength(in, Double.BYTES)));
  }
}
