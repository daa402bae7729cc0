package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.util.MapReferenceResolver;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The objects of a state that later references may name: all except texts, since a copy of a text
/// serves as well.
///
/// A record can be made only after its components, so no component may refer to it. The same holds
/// for an `Optional` and for an unmodifiable container.
final class References extends MapReferenceResolver {
  /// The values that are being written, outermost first. A state's depth limits their number.
  private final List<Object> unfinished = new ArrayList<>();

  @Override
  @SuppressWarnings("rawtypes") // as in Kryo
  public boolean useReferences(Class type) {
    return type != String.class && super.useReferences(type);
  }

  /// Begins to write a value that the reader makes after its parts.
  static void begin(Kryo kryo, Object value) {
    of(kryo).unfinished.addLast(value);
  }

  /// Ends the value that began last.
  static void end(Kryo kryo) {
    of(kryo).unfinished.removeLast();
  }

  private static References of(Kryo kryo) {
    return (References) kryo.getReferenceResolver();
  }

  @Override
  public int getWrittenId(Object object) {
    int id = super.getWrittenId(object);
    if (id >= 0 && isUnfinished(object)) {
      throw new StateException(
          object instanceof Record
              ? object.getClass().getTypeName()
                  + " contains itself, which a record may not (expected: a class in its place)"
              : object.getClass().getTypeName()
                  + " contains itself, which may only a container that can be changed"
                  + " (expected: an ArrayList, a HashMap or the like)");
    }
    return id;
  }

  @SuppressWarnings("ReferenceEquality") // equal records may contain one another
  private boolean isUnfinished(Object object) {
    for (var value : unfinished) {
      if (value == object) {
        return true;
      }
    }
    return false;
  }

  @Override
  @SuppressWarnings("rawtypes") // as in Kryo
  public Object getReadObject(Class type, int id) {
    if (id < 0 || id >= readObjects.size()) {
      throw new StateException("a reference to an object that is not there");
    }
    @Nullable Object object = super.getReadObject(type, id);
    if (object == null) {
      throw new StateException(
          "a record or an unmodifiable value that contains itself (expected: a class or a"
              + " container that can be changed)");
    }
    return object;
  }

  @Override
  public void reset() {
    super.reset();
    unfinished.clear();
  }
}
