package dev.sojourn.dispatcher.cli.trial;

import dev.sojourn.visit.trial.NamedLimits;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a limit of a visit from the command line, such as `pages=100`.
final class TrialLimits implements ITypeConverter<Map.Entry<String, Long>> {
  @Override
  public Map.Entry<String, Long> convert(String text) {
    try {
      return NamedLimits.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
