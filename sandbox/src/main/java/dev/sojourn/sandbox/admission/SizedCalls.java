package dev.sojourn.sandbox.admission;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The listed JDK calls that allocate an array of a given size.
final class SizedCalls {
  private static final Map<String, Sized> CALLS = new HashMap<>();

  /// The place of the size of a call on the stack.
  enum Place {
    /// The top value.
    TOP,
    /// The second value from the top.
    SECOND,
    /// The third value from the top; the top value is an `int` or `boolean`.
    THIRD,
    /// The difference of the top two values.
    RANGE,
    /// The top value times the length of the text below it.
    TEXT_TIMES,
    /// The size of the second text after the top text is appended to it.
    APPENDED,
    /// As [#APPENDED], with a position between the two texts.
    INSERTED,
    /// The size of both texts together.
    JOINED,
    /// The size of the second text after each of its lines gets as many blanks as the top value.
    INDENTED,
    /// The size of the third text after the top text replaces the second text in it.
    REPLACED
  }

  /// The rule that finds the size of a call.
  ///
  /// @param place the place of the size on the stack
  /// @param unitBytes the bytes of one unit; 0 for one bit
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

  /// Returns how to find the size of a call; empty if the call allocates at most as much as its
  /// arguments.
  ///
  /// @param owner the internal name of the class in the call
  /// @param method name and descriptor
  static Optional<Sized> find(String owner, String method) {
    return Optional.ofNullable(CALLS.get(owner + "." + method));
  }

  /// Returns the bytes of one element of an array.
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
