package dev.sojourn.agent.tree;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/// Reads the fragments of references and their targets (HTML Standard, 7.4.6.4).
final class FragmentDecoder {
  private FragmentDecoder() {}

  /// {@return the decoded fragment of a reference, without directives for the browser (`:~:`);
  /// empty if the reference leads to the page or its top}
  static String ofReference(String reference) {
    int hash = reference.indexOf('#');
    if (hash < 0) {
      return "";
    }
    var written = reference.substring(hash + 1).trim();
    var clean = written.replace("\t", "").replace("\n", "").replace("\r", "");
    int directive = clean.indexOf(":~:");
    var decoded = decoded(directive < 0 ? clean : clean.substring(0, directive));
    return decoded.equalsIgnoreCase("top") ? "" : decoded;
  }

  static void addTarget(String target, Set<String> targets) {
    if (!target.isEmpty()) {
      targets.add(target);
      targets.add(decoded(target));
    }
  }

  /// {@return a text with its escapes decoded as UTF-8; invalid escapes stay as they are}
  private static String decoded(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    var octets = text.getBytes(StandardCharsets.UTF_8);
    int length = 0;
    for (int i = 0; i < octets.length; i++) {
      int value = octets[i] == '%' ? octet(octets, i + 1) : -1;
      octets[length++] = value < 0 ? octets[i] : (byte) value;
      i += value < 0 ? 0 : 2;
    }
    return new String(octets, 0, length, StandardCharsets.UTF_8);
  }

  /// Returns the octet that two digits mean; -1 if these are not two digits.
  private static int octet(byte[] octets, int at) {
    if (at + 1 >= octets.length) {
      return -1;
    }
    int high = Character.digit(octets[at], 16);
    int low = Character.digit(octets[at + 1], 16);
    return high < 0 || low < 0 ? -1 : 16 * high + low;
  }
}
