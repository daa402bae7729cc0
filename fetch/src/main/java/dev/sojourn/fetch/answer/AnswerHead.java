package dev.sojourn.fetch.answer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The head of an answer, and the form in which it passes through the client.
///
/// The client acts on a status and on fields by itself: it repeats a request after status 503, and
/// refuses a body after 204. So it receives status 200, the framing of the body, and the real head
/// in fields that it ignores. The name of each such field begins with a space; no field name of a
/// site does.
///
/// @param status 100 to 999
/// @param fields lower-case names, each with its values in order
public record AnswerHead(int status, Map<String, List<String>> fields) {
  private static final String MARK = " ";
  private static final String STATUS = MARK + "=status";
  private static final String FAULT = MARK + "=fault";

  /// The status of an answer to a range request; no program here makes one.
  public static final int PART = 206;

  /// Copies the map; the lists in it are taken as they are.
  public AnswerHead {
    fields = Map.copyOf(fields);
  }

  /// A field as it passes through the client.
  ///
  /// @param name marked with a space
  /// @param value text
  public record Field(String name, String value) {}

  /// {@return the values of a field, in order}
  ///
  /// @param name in lower case
  public List<String> all(String name) {
    return fields.getOrDefault(name, List.of());
  }

  /// {@return the codings of the body, in the order in which they were applied}
  public String codings() {
    return String.join(",", all("content-encoding"));
  }

  /// {@return whether the body of an answer is a page} A redirect or an error needs only its
  /// status, so a fault in its body does not matter.
  ///
  /// @param status of the answer
  public static boolean isPage(int status) {
    return status >= 200 && status <= 299 && status != PART;
  }

  /// {@return the fields that carry this head through the client}
  public List<Field> marked() {
    var marked = new ArrayList<Field>();
    marked.add(new Field(STATUS, Integer.toString(status)));
    fields.forEach(
        (name, values) -> values.forEach(value -> marked.add(new Field(MARK + name, value))));
    return marked;
  }

  /// {@return the fields that carry a fault of a head; only its exchange fails}
  ///
  /// @param fault a clause for people
  public static List<Field> faulty(String fault) {
    return List.of(new Field(FAULT, fault));
  }

  /// {@return the head that passed through the client}
  ///
  /// @param passed all fields that the client received
  /// @throws BrokenAnswerException if the head had a fault
  public static AnswerHead read(List<Field> passed) throws BrokenAnswerException {
    int status = 0;
    var fields = new LinkedHashMap<String, List<String>>();
    for (var field : passed) {
      if (field.name().equals(FAULT)) {
        throw new BrokenAnswerException(field.value());
      } else if (field.name().equals(STATUS)) {
        status = Integer.parseInt(field.value());
      } else if (field.name().startsWith(MARK)) {
        fields
            .computeIfAbsent(field.name().substring(MARK.length()), _ -> new ArrayList<>())
            .add(field.value());
      }
    }
    return new AnswerHead(status, fields);
  }
}
