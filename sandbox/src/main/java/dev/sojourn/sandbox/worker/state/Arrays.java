package dev.sojourn.sandbox.worker.state;

/// The array types that a state may contain, in the order of their numbers.
final class Arrays {
  private Arrays() {}

  static void register(KnownTypes.Group group, Quota quota) {
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
    group.addUnchecked(Object[].class, new ArraySerializer(Object.class, quota));
    group.addUnchecked(String[].class, new ArraySerializer(String.class, quota));
    group.addUnchecked(int[][].class, new ArraySerializer(int[].class, quota));
    group.addUnchecked(long[][].class, new ArraySerializer(long[].class, quota));
    group.addUnchecked(double[][].class, new ArraySerializer(double[].class, quota));
    group.addUnchecked(String[][].class, new ArraySerializer(String[].class, quota));
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
