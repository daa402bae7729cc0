package dev.sojourn.dispatcher.cli.agent;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads times in UTC in the form of RFC 3339: `2026-06-01T12:00:00Z`.
final class InstantConverter implements ITypeConverter<Instant> {
  @Override
  public Instant convert(String value) {
    try {
      return Instant.parse(value);
    } catch (DateTimeParseException _) {
      throw new TypeConversionException(
          "'" + value + "' is no moment (expected: one in UTC, as 2026-06-01T12:00:00Z)");
    }
  }
}
