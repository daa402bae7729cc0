package dev.sojourn.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The traces that a program may leave behind. It was started in a session of its own. Each process
/// that it starts is in that session, or has made another one and names the program's directory.
///
/// @param session number of the session, which is that of the program's process
/// @param directory for all its files, which no other program uses
public record ProcessTraces(long session, Path directory) {
  /// The directory for temporary files, in that of the test.
  public static final String TEMPORARY = "t";

  private static final int STATE = 0;
  private static final int SESSION = 3;

  /// {@return the traces that are there now: processes with their command lines, and files}
  ///
  /// @throws IOException if a directory cannot be read
  public List<String> found() throws IOException {
    var found = new ArrayList<String>();
    try (var all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (var process : all) {
        if (isOfTheProgram(process)) {
          found.add(process + " " + read(process.resolve("cmdline")).replace('\0', ' '));
        }
      }
    }
    noteFiles(found);
    var figures = Path.of("/tmp/hsperfdata_" + System.getProperty("user.name"));
    if (Files.exists(figures.resolve(Long.toString(session)))) {
      found.add(figures + "/" + session);
    }
    return found;
  }

  /// A file that vanishes meanwhile is no trace.
  private void noteFiles(List<String> found) throws IOException {
    var temporary = directory.resolve(TEMPORARY);
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            note(folder);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            note(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            return FileVisitResult.CONTINUE;
          }

          private void note(Path file) {
            boolean isSocket = String.valueOf(file.getFileName()).startsWith("sjw-");
            if (isSocket || (file.startsWith(temporary) && !file.equals(temporary))) {
              found.add(file.toString());
            }
          }
        });
  }

  private boolean isOfTheProgram(Path process) {
    var stat = read(process.resolve("stat"));
    var fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    if (fields.length <= SESSION || fields[STATE].equals("Z")) {
      return false;
    }
    return fields[SESSION].equals(Long.toString(session))
        || read(process.resolve("cmdline")).contains(directory + "/");
  }

  /// Empty for a process that has just ended.
  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException _) {
      return "";
    }
  }
}
