package dev.sojourn.lab.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Command lines of programs that run on the Java of this process.
public final class JavaProgram {
  private JavaProgram() {}

  /// {@return the path of `java`}
  public static String executable() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /// {@return the command line of a class on the class path of this process}
  ///
  /// @param main a class with a method `main`
  /// @param flags of the virtual machine
  /// @param words the arguments
  public static List<String> command(Class<?> main, List<String> flags, List<String> words) {
    var command = new ArrayList<String>();
    command.add(executable());
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(words);
    return command;
  }
}
