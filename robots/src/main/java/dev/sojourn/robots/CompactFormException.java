package dev.sojourn.robots;

/// Octets that are no compact form of a robots.txt, or a damaged one.
public final class CompactFormException extends Exception {

  private static final long serialVersionUID = 1;

  CompactFormException(String message) {
    super("compact robots form: " + message, null, false, false);
  }
}
