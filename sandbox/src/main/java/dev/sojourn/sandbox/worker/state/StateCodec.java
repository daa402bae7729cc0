package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.KryoBufferOverflowException;
import com.esotericsoftware.kryo.io.Output;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Writes and reads the state of one agent. Only the thread of the visit may use it.
///
/// ```
///  version (1)  value
///
///  value    class  reference  content       null is a class of 0 alone
///  class    number + 2 (variable length); at the first value of a class its shape follows: Shapes
///  reference  1 for a new object; 2 + n for object n, then without content
///                                           (absent for text, numbers and constants)
///  content  as the class writes it; objects and records: the fields in the order of the shape
/// ```
///
/// Fields of primitive types have no class. Numbers below 1000 are those of [KnownTypes]. All
/// others count the classes that the state names by their shapes ([Shapes]). By the names in the
/// shapes, other code reads the state or refuses it.
public final class StateCodec {
  private static final byte VERSION = 1;

  private final Kryo kryo;
  private final Quota quota;
  private final Shapes shapes;
  private final int maxBytes;
  private int lastBytes;
  private boolean busy;

  /// Creates a codec.
  ///
  /// @param ownTypes the agent's classes, in the order of their names
  /// @param maxBytes the size of an encoded state
  public StateCodec(List<Class<?>> ownTypes, int maxBytes) {
    this(ownTypes, maxBytes, Quota.MAX_OBJECTS);
  }

  /// Creates a codec with a limit of objects.
  ///
  /// @param maxObjects the objects and elements of one state
  StateCodec(List<Class<?>> ownTypes, int maxBytes, int maxObjects) {
    this(Prepared.make(maxObjects), ownTypes, maxBytes);
  }

  private StateCodec(Prepared prepared, List<Class<?>> ownTypes, int maxBytes) {
    this.maxBytes = maxBytes;
    this.kryo = prepared.kryo;
    this.quota = prepared.quota;
    this.shapes = prepared.shapes;
    int number = Shapes.FIRST;
    var types = new FieldTypes();
    for (var type : ownTypes) {
      prepared.known.registerOwn(type, types, number);
      number += 2;
    }
  }

  /// The part of a codec that does not depend on an agent's classes. Making it is most of the work.
  private record Prepared(Kryo kryo, Quota quota, Shapes shapes, KnownTypes known) {
    static Prepared make(int maxObjects) {
      var quota = new Quota(maxObjects);
      var texts = new Texts(quota);
      var shapes = new Shapes(quota, texts);
      var kryo = new Graph(quota, shapes);
      kryo.setRegistrationRequired(true);
      kryo.setMaxDepth(StateException.MAX_DEPTH);
      var known = new KnownTypes(kryo, quota, shapes);
      known.register(texts);
      return new Prepared(kryo, quota, shapes, known);
    }
  }

  /// Makes codecs and prepares one in advance. Any thread may use it.
  public static final class Stock {
    private final AtomicReference<@Nullable Prepared> next = new AtomicReference<>();

    /// Creates an empty stock.
    public Stock() {}

    /// Prepares the parts of the next codec, unless they are ready.
    public void fill() {
      if (next.get() == null) {
        next.compareAndSet(null, Prepared.make(Quota.MAX_OBJECTS));
      }
    }

    /// {@return a new codec, made from the prepared parts, if there are any}
    ///
    /// @param ownTypes the agent's classes, in the order of their names
    /// @param maxBytes the size of an encoded state
    public StateCodec take(List<Class<?>> ownTypes, int maxBytes) {
      var ready = next.getAndSet(null);
      return new StateCodec(
          ready == null ? Prepared.make(Quota.MAX_OBJECTS) : ready, ownTypes, maxBytes);
    }
  }

  /// Writes a state.
  ///
  /// @param agent the agent
  /// @return its state, encoded
  /// @throws StateException if the state is too large or contains a value that cannot travel
  public byte[] write(Object agent) {
    requireIdle();
    busy = true;
    quota.refill();
    shapes.begin();
    // A state grows little between checkpoints. Doubling an array of some MiB repeatedly costs more
    // than writing the state.
    int expected = Math.min(maxBytes, Math.max(4096, lastBytes + lastBytes / 8));
    try (var output = new Output(expected, maxBytes)) {
      output.writeByte(VERSION);
      kryo.writeClassAndObject(output, agent);
      lastBytes = output.position();
      return output.toBytes();
    } catch (KryoBufferOverflowException _) {
      throw StateException.tooLarge(maxBytes);
    } catch (StateException e) {
      throw e.of(agent.getClass());
    } catch (KryoException | IllegalArgumentException e) {
      throw new StateException(StateException.sentence(e));
    } catch (StackOverflowError _) {
      throw new StateException("nested too deeply");
    } finally {
      busy = false;
      kryo.reset();
    }
  }

  /// Reads a state.
  ///
  /// @param <T> the agent's class
  /// @param state the output of [#write], or any other bytes
  /// @param type the agent's class
  /// @return the agent
  /// @throws StateException if the bytes are not such a state
  public <T> T read(byte[] state, Class<T> type) {
    if (state.length > maxBytes) {
      throw new StateException(
          "stateBytes: " + state.length + " (expected: at most " + maxBytes + ")");
    }
    requireIdle();
    busy = true;
    quota.refill();
    try (var input = new Input(state)) {
      byte version = input.readByte();
      if (version != VERSION) {
        throw new StateException("version: " + version + " (expected: " + VERSION + ")");
      }
      shapes.begin();
      Object agent = kryo.readClassAndObject(input);
      if (!type.isInstance(agent)) {
        throw new StateException("not a " + type.getName());
      }
      if (input.position() != state.length) {
        throw new StateException("bytes after the end");
      }
      return type.cast(agent);
    } catch (StateException e) {
      throw e.of(type);
    } catch (RuntimeException e) {
      // Invalid bytes cause every exception of Kryo or of a constructor of the JDK.
      throw new StateException(StateException.sentence(e));
    } catch (StackOverflowError _) {
      throw new StateException("nested too deeply");
    } finally {
      busy = false;
      kryo.reset();
    }
  }

  /// Refuses a nested call: the agent's own code, such as views of collections and constructors,
  /// runs while the codec works.
  private void requireIdle() {
    if (busy) {
      throw new StateException(
          "saved while it is being saved (expected: one checkpoint at a time)");
    }
  }

  /// Kryo with references, classes by number, and a refusal that an author understands.
  private static final class Graph extends Kryo {
    /// The first number in Kryo for arrays of other classes. No state contains these numbers.
    private static final int FIRST_ARRAY = 1_000_000;

    private final Quota quota;
    private final Shapes shapes;
    private int nextArray = FIRST_ARRAY;

    Graph(Quota quota, Shapes shapes) {
      super(new NumberedClasses(shapes), new References());
      this.quota = quota;
      this.shapes = shapes;
    }

    @Override
    @SuppressWarnings("rawtypes") // as in Kryo
    public Registration getRegistration(Class type) {
      try {
        return super.getRegistration(type);
      } catch (IllegalArgumentException _) {
        if (!isArray(type)) {
          throw StateRefusals.of(type);
        }
        var element = type.getComponentType();
        return register(new ShapedClass(type, new ArraySerializer(element, quota), nextArray++));
      }
    }

    private boolean isArray(Class<?> type) {
      var element = type;
      int dimensions = 0;
      while (element.isArray()) {
        element = element.getComponentType();
        dimensions++;
      }
      return dimensions > 0 && dimensions <= Shapes.MAX_DIMENSIONS && shapes.mayBeElement(element);
    }
  }
}
