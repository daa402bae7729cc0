package dev.sojourn.host.page;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A process that writes views until it is killed, and prints a line for each round.
final class PageStoreWritingMain {
  private PageStoreWritingMain() {}

  /// @param arguments the data directory
  public static void main(String[] arguments) throws InterruptedException {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    DamagedPageStoreTest.writeUntilKilled(Path.of(arguments[0]), () -> out.println("written"));
  }
}
