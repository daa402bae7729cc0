package dev.sojourn.dispatcher.cli.display;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/// The JSON output of a crawl that follows its sites, one object a line.
public final class FollowLines {
  private static final ObjectMapper JSON = new ObjectMapper();

  private FollowLines() {}

  /// Prints an object as one line.
  ///
  /// @param out receives the text
  /// @param object an object with accessors, such as a record
  public static void print(PrintWriter out, Object object) {
    try {
      out.println(JSON.writeValueAsString(object));
      out.flush();
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
