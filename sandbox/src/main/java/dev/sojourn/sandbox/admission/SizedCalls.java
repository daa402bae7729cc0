package dev.sojourn.sandbox.admission;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The listed JDK calls that allocate an array of a given size at once.
final class SizedCalls {
  private static final Map<String, Sized> CALLS = new HashMap<>();

  /// The place of a call's size on the stack.
  enum Place {
    /// The uppermost word.
    TOP,
    /// The word below it.
    SECOND,
    /// The word below two; the upper one of these is an `int` or `boolean`.
    THIRD,
    /// The difference of the upper two.
    RANGE,
    /// The uppermost times the length of the text below it.
    TEXT_TIMES,
    /// The text that the lower one becomes when the upper one is added.
    APPENDED,
    /// The same, with a position between them.
    INSERTED,
    /// Both texts together.
    JOINED,
    /// The lines of the text below, each made longer by the uppermost.
    INDENTED,
    /// The text that the lowest of three becomes when the uppermost takes the place of the other.
    REPLACED
  }

  /// The way in which a call's size is found.
  ///
  /// @param place on the stack
  /// @param unitBytes of one; 0 for one bit
  record Sized(Place place, int unitBytes) {}

  private static final int REFERENCE = 4;
  private static final int BIT = 0;

  static {
    for (var list : new String[] {"ArrayList", "ArrayDeque", "PriorityQueue"}) {
      put(list, "<init>(I)V", Place.TOP, REFERENCE);
    }
    for (var hashed : new String[] {"HashMap", "HashSet", "LinkedHashMap", "LinkedHashSet"}) {
      put(hashed, "<init>(I)V", Place.TOP, REFERENCE);
      put(hashed, "<init>(IF)V", Place.SECOND, REFERENCE);
      put(hashed, "new" + hashed + "(I)Ljava/util/" + hashed + ";", Place.TOP, REFERENCE);
    }
    put("LinkedHashMap", "<init>(IFZ)V", Place.THIRD, REFERENCE);
    put("PriorityQueue", "<init>(ILjava/util/Comparator;)V", Place.SECOND, REFERENCE);
    put("ArrayList", "ensureCapacity(I)V", Place.TOP, REFERENCE);
    put("Collections", "nCopies(ILjava/lang/Object;)Ljava/util/List;", Place.SECOND, REFERENCE);
    put("BitSet", "<init>(I)V", Place.TOP, BIT);
    put("BitSet", "set(I)V", Place.TOP, BIT);
    put("BitSet", "set(II)V", Place.TOP, BIT);
    put("BitSet", "set(IZ)V", Place.SECOND, BIT);
    put("BitSet", "set(IIZ)V", Place.SECOND, BIT);
    put("BitSet", "flip(I)V", Place.TOP, BIT);
    put("BitSet", "flip(II)V", Place.TOP, BIT);
    for (var unit : new String[] {"Z", "B", "C", "S", "I", "J", "F", "D"}) {
      var component = ClassDesc.ofDescriptor(unit);
      copies(component.arrayType(), unitBytes(component));
    }
    copies(ConstantDescs.CD_Object.arrayType(), REFERENCE);
    var copied = "([Ljava/lang/Object;";
    put("Arrays", "copyOf" + copied + "ILjava/lang/Class;)[Ljava/lang/Object;", Place.SECOND, 4);
    CALLS.put("java/lang/String.repeat(I)Ljava/lang/String;", new Sized(Place.TEXT_TIMES, 1));
    var builder = "java/lang/StringBuilder.";
    var self = ")Ljava/lang/StringBuilder;";
    CALLS.put(builder + "<init>(I)V", new Sized(Place.TOP, 1));
    CALLS.put(builder + "repeat(II" + self, new Sized(Place.TOP, 4));
    CALLS.put(builder + "repeat(Ljava/lang/CharSequence;I" + self, new Sized(Place.TEXT_TIMES, 1));
    for (var text : new String[] {"String", "CharSequence"}) {
      CALLS.put(builder + "append(Ljava/lang/" + text + ";" + self, new Sized(Place.APPENDED, 1));
      CALLS.put(builder + "insert(ILjava/lang/" + text + ";" + self, new Sized(Place.INSERTED, 1));
    }
    var string = "java/lang/String.";
    CALLS.put(string + "indent(I)Ljava/lang/String;", new Sized(Place.INDENTED, 1));
    CALLS.put(string + "concat(Ljava/lang/String;)Ljava/lang/String;", new Sized(Place.JOINED, 1));
    CALLS.put(
        string + "replace(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)Ljava/lang/String;",
        new Sized(Place.REPLACED, 1));
  }

  private SizedCalls() {}

  /// The way in which the size of a call is found; empty if a call allocates no more than its
  /// arguments.
  ///
  /// @param owner internal name of the class that is named
  /// @param method name and descriptor
  static Optional<Sized> find(String owner, String method) {
    return Optional.ofNullable(CALLS.get(owner + "." + method));
  }

  /// The bytes that an array takes for each of its elements.
  static int unitBytes(ClassDesc component) {
    return switch (component.descriptorString()) {
      case "Z", "B" -> 1;
      case "C", "S" -> 2;
      case "J", "D" -> 8;
      default -> REFERENCE;
    };
  }

  private static void copies(ClassDesc array, int unitBytes) {
    var type = array.descriptorString();
    put("Arrays", "copyOf(" + type + "I)" + type, Place.TOP, unitBytes);
    put("Arrays", "copyOfRange(" + type + "II)" + type, Place.RANGE, unitBytes);
  }

  private static void put(String type, String method, Place place, int unitBytes) {
    CALLS.put("java/util/" + type + "." + method, new Sized(place, unitBytes));
  }
}
