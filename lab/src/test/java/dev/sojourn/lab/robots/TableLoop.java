package dev.sojourn.lab.robots;

/// The plainest loop with the work of any parser of these files: classify each octet and keep those
/// that do not end a line.
final class TableLoop {

  private static final boolean[] ENDS = new boolean[256];

  static {
    ENDS['\n'] = true;
    ENDS['\r'] = true;
  }

  private TableLoop() {}

  static byte[] copy(byte[] file) {
    var out = new byte[file.length];
    int o = 0;
    for (byte b : file) {
      if (!ENDS[b & 0xff]) {
        out[o++] = b;
      }
    }
    return out;
  }
}
