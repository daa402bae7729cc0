package dev.sojourn.lab.run;

import dev.sojourn.lab.process.ProcessStat;
import dev.sojourn.lab.process.ProcessorList;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/// A crawler that reads one page, and starts processes that end before a sample can see them.
final class BusyPeer {
  private static final int CHILDREN = 12;
  private static final String BUSY = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done";

  private BusyPeer() {}

  /// Writes the processors of the peer, of one of its children, and of the lab's other children,
  /// and the processor time of the peer's children in milliseconds.
  ///
  /// @param arguments the start URL and the file to write
  public static void main(String[] arguments) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      client.send(
          HttpRequest.newBuilder(URI.create(arguments[0])).build(), BodyHandlers.discarding());
    }
    var self = ProcessHandle.current();
    var lines = new ArrayList<String>();
    lines.add("peer " + processors(self.pid()));
    for (int i = 0; i < CHILDREN; i++) {
      var child = new ProcessBuilder("sh", "-c", BUSY).start();
      if (i == 0) {
        lines.add("child " + processors(child.pid()));
      }
      child.waitFor();
    }
    self.parent()
        .orElseThrow()
        .children()
        .filter(other -> other.pid() != self.pid())
        .forEach(other -> lines.add("server " + processors(other.pid())));
    lines.add("millis " + ProcessStat.of(self.pid()).orElseThrow().ofEnded().toMillis());
    Files.write(Path.of(arguments[1]), lines);
  }

  private static String processors(long pid) {
    return ProcessorList.of(pid).map(ProcessorList::toString).orElse("gone");
  }
}
