package dev.sojourn.sandbox.worker.state;

import java.util.HashMap;
import java.util.List;

/// The shape of a class as a state describes it: its kind, its name, and the names and types of its
/// members.
///
/// @param kind of the class
/// @param name the binary name; for an array the name in Java, such as `byte[][]`
/// @param members fields, components or constants in the order in which their values are written
record ClassShape(Kind kind, String name, List<Member> members) {
  /// The place of a member that no longer exists.
  static final int GONE = -1;

  /// The kinds of classes, in the order of their numbers in a state.
  enum Kind {
    /// A class with fields.
    CLASS("a class", "field"),
    /// A record with components.
    RECORD("a record", "component"),
    /// An enum with constants.
    ENUM("an enum", "constant"),
    /// An array; its name describes it completely.
    ARRAY("an array", "element");

    private final String words;
    private final String member;

    Kind(String words, String member) {
      this.words = words;
      this.member = member;
    }

    /// {@return the kind in words}
    String words() {
      return words;
    }
  }

  /// A member of a class.
  ///
  /// @param name of a field, component or constant; for a field of a superclass, preceded by the
  ///   name of that class
  /// @param type the declared type, with its type arguments; empty for a constant
  record Member(String name, String type) {
    private String words(Kind kind) {
      return type.isEmpty() ? "a " + kind.member : type;
    }
  }

  /// Copies the list.
  ClassShape {
    members = List.copyOf(members);
  }

  /// Returns the places in this shape of the members of a state, in the order of the state. The
  /// place of a constant that no longer exists is [#GONE]; the reader refuses it when a value uses
  /// it.
  ///
  /// @param was the shape in the state
  /// @param mayAdd whether a member that is not in the state may keep the value that a constructor
  ///   gave it
  /// @throws StateException if a member does not fit; it names the old and the new form
  int[] places(ClassShape was, boolean mayAdd) {
    if (was.kind != kind) {
      throw new StateException(
          "%s: was %s, is %s (expected: the kind as when the state was saved)"
              .formatted(name, was.kind.words, kind.words));
    }
    var here = new HashMap<String, Integer>();
    for (int i = 0; i < members.size(); i++) {
      here.putIfAbsent(members.get(i).name, i);
    }
    var places = new int[was.members.size()];
    for (int i = 0; i < places.length; i++) {
      var member = was.members.get(i);
      int place = here.getOrDefault(member.name, GONE);
      // Two members of the state cannot have the same place.
      here.replace(member.name, GONE);
      requireSame(member, place);
      places[i] = place;
    }
    here.forEach(
        (_, place) -> {
          if (place != GONE && !mayAdd && kind != Kind.ENUM) {
            throw misfit(members.get(place), "none", members.get(place).words(kind));
          }
        });
    return places;
  }

  private void requireSame(Member was, int place) {
    if (place == GONE) {
      if (kind != Kind.ENUM) {
        throw misfit(was, was.words(kind), "none");
      }
    } else if (!members.get(place).type.equals(was.type)) {
      throw misfit(was, was.type, members.get(place).type);
    }
  }

  /// Returns the refusal of a constant that the enum no longer has.
  StateException gone(Member constant) {
    return misfit(constant, constant.words(kind), "none");
  }

  private StateException misfit(Member member, String was, String is) {
    var path =
        member.name.indexOf('.') < 0 ? name + "." + member.name : member.name + " of " + name;
    return new StateException(
        "%s: was %s, is %s (expected: the %s as when the state was saved)"
            .formatted(path, was, is, kind.member));
  }
}
