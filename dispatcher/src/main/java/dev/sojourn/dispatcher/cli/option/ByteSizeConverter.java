package dev.sojourn.dispatcher.cli.option;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads sizes from 1 KiB to 512 MiB, such as `512KiB` or `16MiB`.
public final class ByteSizeConverter implements ITypeConverter<Integer> {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(B|KiB|MiB)");
  private static final long LEAST = 1L << 10;
  private static final long MOST = 512L << 20;

  /// Creates the converter, for picocli.
  public ByteSizeConverter() {}

  @Override
  public Integer convert(String value) {
    var matcher = FORM.matcher(value);
    long bytes = -1;
    if (matcher.matches()) {
      long unit =
          switch (matcher.group(2)) {
            case "B" -> 1;
            case "KiB" -> 1L << 10;
            default -> 1L << 20;
          };
      bytes = Long.parseLong(matcher.group(1)) * unit;
    }
    if (bytes < LEAST || bytes > MOST) {
      throw new TypeConversionException(
          "'" + value + "' is no size (expected: a number and B, KiB or MiB, 1KiB to 512MiB)");
    }
    return (int) bytes;
  }
}
