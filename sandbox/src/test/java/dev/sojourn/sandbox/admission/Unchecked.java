package dev.sojourn.sandbox.admission;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.Map;
import java.util.TreeMap;

/// Code with stop polls that was not checked: admission is taken away, to try the walls behind it.
public final class Unchecked {
  private Unchecked() {}

  /// @param classes class files by binary name
  public static Admitted weave(Map<String, byte[]> classes) {
    var models = new TreeMap<String, ClassModel>();
    classes.forEach((name, bytes) -> models.put(name, ClassFile.of().parse(bytes)));
    var weaver = new PollWeaver(models);
    var woven = new TreeMap<String, byte[]>();
    models.forEach((name, model) -> woven.put(name, weaver.weave(model)));
    return new Admitted(woven);
  }
}
