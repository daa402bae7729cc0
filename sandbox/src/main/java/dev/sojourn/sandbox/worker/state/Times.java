package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.chrono.IsoEra;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// The values of java.time that agents may use. Numbers have a variable length. A time of day is in
/// nanoseconds, a date in days since 1970, an offset in seconds.
final class Times {
  /// The enums. A state names them by their shapes.
  static final List<Class<?>> ENUMS =
      List.of(DayOfWeek.class, Month.class, ChronoUnit.class, ChronoField.class, IsoEra.class);

  private Times() {}

  static void register(KnownTypes.Group group) {
    group.value(Instant.class, Times::write, Times::instant);
    group.value(
        Duration.class,
        (out, v) -> {
          out.writeVarLong(v.getSeconds(), false);
          out.writeVarInt(v.getNano(), true);
        },
        in -> Duration.ofSeconds(in.readVarLong(false), in.readVarInt(true)));
    group.value(LocalDate.class, Times::write, Times::date);
    group.value(LocalTime.class, Times::write, Times::time);
    group.value(LocalDateTime.class, Times::write, Times::dateTime);
  }

  /// Registers the values that the first version did not accept.
  static void registerLater(KnownTypes.Group group) {
    group.value(
        OffsetDateTime.class,
        (out, v) -> {
          write(out, v.toLocalDateTime());
          write(out, v.getOffset());
        },
        in -> OffsetDateTime.of(dateTime(in), offset(in)));
    group.value(
        OffsetTime.class,
        (out, v) -> {
          write(out, v.toLocalTime());
          write(out, v.getOffset());
        },
        in -> OffsetTime.of(time(in), offset(in)));
    group.value(
        Period.class,
        (out, v) -> {
          out.writeVarInt(v.getYears(), false);
          out.writeVarInt(v.getMonths(), false);
          out.writeVarInt(v.getDays(), false);
        },
        in -> Period.of(in.readVarInt(false), in.readVarInt(false), in.readVarInt(false)));
    group.value(
        Year.class,
        (out, v) -> out.writeVarInt(v.getValue(), false),
        in -> Year.of(in.readVarInt(false)));
    group.value(
        YearMonth.class,
        (out, v) -> {
          out.writeVarInt(v.getYear(), false);
          out.writeByte(v.getMonthValue());
        },
        in -> YearMonth.of(in.readVarInt(false), in.readByte()));
    group.value(ZoneOffset.class, Times::write, Times::offset);
  }

  private static void write(Output out, Instant instant) {
    out.writeVarLong(instant.getEpochSecond(), false);
    out.writeVarInt(instant.getNano(), true);
  }

  private static Instant instant(Input in) {
    try {
      return Instant.ofEpochSecond(in.readVarLong(false), in.readVarInt(true));
    } catch (java.time.DateTimeException | ArithmeticException _) {
      throw new StateException("a time out of range");
    }
  }

  private static void write(Output out, LocalDate date) {
    out.writeVarLong(date.toEpochDay(), false);
  }

  private static LocalDate date(Input in) {
    return LocalDate.ofEpochDay(in.readVarLong(false));
  }

  private static void write(Output out, LocalTime time) {
    out.writeVarLong(time.toNanoOfDay(), true);
  }

  private static LocalTime time(Input in) {
    return LocalTime.ofNanoOfDay(in.readVarLong(true));
  }

  private static void write(Output out, LocalDateTime both) {
    write(out, both.toLocalDate());
    write(out, both.toLocalTime());
  }

  private static LocalDateTime dateTime(Input in) {
    return LocalDateTime.of(date(in), time(in));
  }

  private static void write(Output out, ZoneOffset offset) {
    out.writeVarInt(offset.getTotalSeconds(), false);
  }

  private static ZoneOffset offset(Input in) {
    return ZoneOffset.ofTotalSeconds(in.readVarInt(false));
  }
}
