package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.sojourn.agent.Budget;
import dev.sojourn.agent.Directives;
import dev.sojourn.agent.Fetched;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.Link;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.agent.itinerary.Itinerary;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.agent.page.PageView;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// The classes that may stand in a state besides the agent's own, with their numbers.
///
/// States live longer than one release: a number is never given to another class, new classes are
/// added at the end of their group.
final class KnownTypes {
  private static final int FIRST_VALUE = 20;
  private static final int FIRST_CONTAINER = 100;
  private static final int FIRST_ARRAY = 200;
  private static final int FIRST_AGENT_API = 300;

  /// In the order of their numbers, behind that of the frontier.
  private static final List<Class<? extends Record>> AGENT_API_RECORDS =
      List.of(
          PageUrl.class,
          Scope.class,
          Link.class,
          Directives.class,
          Budget.class,
          Next.Done.class,
          Next.Onward.class,
          Fetched.Refused.class,
          Fetched.Missing.class,
          Fetched.OutOfScope.class,
          Fetched.Unchanged.class,
          PagePrint.class,
          PageValidators.class,
          KnownPage.class,
          WakeConditions.class,
          Next.Park.class,
          FrontierCounts.class,
          PageMeta.class,
          LinkContext.class,
          PageUsage.class,
          Itinerary.class,
          Itinerary.Leg.class,
          Itinerary.Stop.class,
          Next.Along.class);

  private KnownTypes() {}

  static void register(Kryo kryo, Quota quota, EnumContainers enums) {
    var texts = new Texts(quota);
    kryo.register(String.class, new ValueSerializer<>(texts::write, texts::read));
    values(new Group(kryo, FIRST_VALUE), texts, quota);
    var containers = new ContainerSerializers(quota, new Leaves());
    Containers.register(new Group(kryo, FIRST_CONTAINER), containers, enums);
    Arrays.register(new Group(kryo, FIRST_ARRAY), quota, containers);
    var api = new Group(kryo, FIRST_AGENT_API);
    api.add(Frontier.class, new FrontierSerializer(quota, texts));
    for (var type : AGENT_API_RECORDS) {
      api.addUnchecked(type, new RecordSerializer(type, quota));
    }
    // Later ones follow here, so that no number changes.
    api.addUnchecked(Frontier.Priority.class, enumeration(Frontier.Priority.class));
    enums.add(Frontier.Priority.class);
    api.addUnchecked(PageView.class, enumeration(PageView.class));
    enums.add(PageView.class);
  }

  /// Registers one of the agent's own classes and, at the next number, arrays of it.
  static void registerOwn(Kryo kryo, Quota quota, EnumContainers enums, Class<?> type, int number) {
    var group = new Group(kryo, number);
    if (Enum.class.isAssignableFrom(type)) {
      // A constant with a body of its own is of a class of its own.
      boolean isBody = !type.isEnum() && type.getSuperclass().isEnum();
      group.addUnchecked(type, enumeration(isBody ? type.getSuperclass() : type));
      if (!isBody) {
        enums.add(type);
      }
    } else if (type.isRecord()) {
      group.addUnchecked(type, new RecordSerializer(type, quota));
    } else if (!type.isInterface() && !Modifier.isAbstract(type.getModifiers())) {
      group.addUnchecked(type, own(type, quota));
    } else {
      group.skip();
    }
    group.addUnchecked(type.arrayType(), new ContainerSerializers(quota, new Leaves()).array(type));
  }

  /// A class whose superclass cannot travel may still be used; only its objects may not be kept.
  private static Serializer<?> own(Class<?> type, Quota quota) {
    try {
      return new ObjectSerializer(type, quota);
    } catch (StateException e) {
      var message = String.valueOf(e.getMessage());
      return new ValueSerializer<>(
          (_, _) -> {
            throw new StateException(message);
          },
          _ -> {
            throw new StateException(message);
          });
    }
  }

  private static Serializer<?> enumeration(Class<?> type) {
    return new ValueSerializer<>(
        (Output output, Object value) ->
            output.writeVarInt(java.util.Arrays.asList(constants(type)).indexOf(value), true),
        input -> {
          var constants = constants(type);
          int index = input.readVarInt(true);
          if (index < 0 || index >= constants.length) {
            throw new StateException("constant " + index + " of " + type.getName());
          }
          return constants[index];
        });
  }

  /// Asked for when a constant is met, not before: it runs the agent's own initialiser.
  static Object[] constants(Class<?> type) {
    Object[] constants = type.getEnumConstants();
    if (constants == null) {
      throw new StateException(
          type.getName() + " extends Enum by hand (expected: an enum as javac writes it)");
    }
    return constants;
  }

  private static void values(Group group, Texts texts, Quota quota) {
    group.value(Instant.class, KnownTypes::writeInstant, KnownTypes::readInstant);
    group.value(
        Duration.class,
        (out, v) -> {
          out.writeVarLong(v.getSeconds(), false);
          out.writeVarInt(v.getNano(), true);
        },
        in -> Duration.ofSeconds(in.readVarLong(false), in.readVarInt(true)));
    group.value(
        LocalDate.class,
        (out, v) -> out.writeVarLong(v.toEpochDay(), false),
        in -> LocalDate.ofEpochDay(in.readVarLong(false)));
    group.value(
        LocalTime.class,
        (out, v) -> out.writeVarLong(v.toNanoOfDay(), true),
        in -> LocalTime.ofNanoOfDay(in.readVarLong(true)));
    group.value(
        LocalDateTime.class,
        (out, v) -> {
          out.writeVarLong(v.toLocalDate().toEpochDay(), false);
          out.writeVarLong(v.toLocalTime().toNanoOfDay(), true);
        },
        in ->
            LocalDateTime.of(
                LocalDate.ofEpochDay(in.readVarLong(false)),
                LocalTime.ofNanoOfDay(in.readVarLong(true))));
    bits(group, texts, quota);
    optionals(group);
  }

  private static void bits(Group group, Texts texts, Quota quota) {
    group.value(
        UUID.class,
        (out, v) -> {
          out.writeLong(v.getMostSignificantBits());
          out.writeLong(v.getLeastSignificantBits());
        },
        in -> new UUID(in.readLong(), in.readLong()));
    group.value(
        BitSet.class,
        (out, v) -> {
          var words = v.toLongArray();
          quota.writeArrayLength(out, words.length);
          out.writeLongs(words, 0, words.length);
        },
        in -> BitSet.valueOf(in.readLongs(quota.readArrayLength(in, Long.BYTES))));
    group.value(
        StringBuilder.class,
        (out, v) -> texts.write(out, v.toString()),
        in -> new StringBuilder(texts.read(in)));
  }

  private static void optionals(Group group) {
    group.value(
        OptionalInt.class,
        (out, v) -> {
          out.writeBoolean(v.isPresent());
          out.writeVarInt(v.orElse(0), false);
        },
        in -> present(in) ? OptionalInt.of(in.readVarInt(false)) : empty(in, OptionalInt.empty()));
    group.value(
        OptionalLong.class,
        (out, v) -> {
          out.writeBoolean(v.isPresent());
          out.writeVarLong(v.orElse(0), false);
        },
        in ->
            present(in) ? OptionalLong.of(in.readVarLong(false)) : empty(in, OptionalLong.empty()));
    group.value(
        OptionalDouble.class,
        (out, v) -> {
          out.writeBoolean(v.isPresent());
          out.writeDouble(v.orElse(0));
        },
        in -> {
          boolean present = present(in);
          double value = in.readDouble();
          return present ? OptionalDouble.of(value) : OptionalDouble.empty();
        });
    group.addUnchecked(Optional.class, optional());
  }

  private static Serializer<Optional<?>> optional() {
    return new Serializer<>(false, true) {
      @Override
      public void write(Kryo kryo, Output output, Optional<?> optional) {
        References.begin(kryo, optional);
        kryo.writeClassAndObject(output, optional.orElse(null));
        References.end(kryo);
      }

      @Override
      public Optional<?> read(Kryo kryo, Input input, Class<? extends Optional<?>> type) {
        return Optional.ofNullable(kryo.readClassAndObject(input));
      }
    };
  }

  private static boolean present(Input in) {
    return in.readBoolean();
  }

  /// Reads over the value that stands in for none.
  private static <T> T empty(Input in, T none) {
    in.readVarLong(false);
    return none;
  }

  private static void writeInstant(Output out, Instant instant) {
    out.writeVarLong(instant.getEpochSecond(), false);
    out.writeVarInt(instant.getNano(), true);
  }

  private static Instant readInstant(Input in) {
    try {
      return Instant.ofEpochSecond(in.readVarLong(false), in.readVarInt(true));
    } catch (java.time.DateTimeException | ArithmeticException _) {
      throw new StateException("a time out of range");
    }
  }

  /// Gives out numbers one after the other.
  static final class Group {
    private final Kryo kryo;
    private int next;

    Group(Kryo kryo, int first) {
      this.kryo = kryo;
      this.next = first;
    }

    <T> void add(Class<T> type, Serializer<? extends T> serializer) {
      kryo.register(type, serializer, next++);
    }

    /// For classes that the compiler cannot name.
    void addUnchecked(Class<?> type, Serializer<?> serializer) {
      kryo.register(type, serializer, next++);
    }

    <T> void value(Class<T> type, BiConsumer<Output, T> writer, Function<Input, T> reader) {
      add(type, new ValueSerializer<>(writer, reader));
    }

    void skip() {
      next++;
    }
  }
}
