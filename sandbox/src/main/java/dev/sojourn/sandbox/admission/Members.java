package dev.sojourn.sandbox.admission;

import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// Decides whether a class or a member may be named: the agent's own, the agent API's, and those
/// listed of java.base.
final class Members {
  private static final int MAX_DIMENSIONS = 4;

  private final Map<String, ClassModel> own;

  /// @param own the agent's classes by binary name
  Members(Map<String, ClassModel> own) {
    this.own = own;
  }

  boolean isOwn(String name) {
    return own.containsKey(name);
  }

  /// Checks a mention of a class, with or without brackets of an array.
  void checkClass(ClassEntry entry, Site site) throws RefusedException {
    var internal = entry.asInternalName();
    if (Names.dimensions(internal) > MAX_DIMENSIONS) {
      throw site.refuse(
          "has an array of more than " + MAX_DIMENSIONS + " dimensions (allowed: fewer)");
    }
    if (internal.startsWith("[")) {
      checkDescriptor(internal, site);
    } else {
      checkClass(Names.binary(internal), site);
    }
  }

  /// Checks the classes that a descriptor mentions.
  void checkDescriptor(String descriptor, Site site) throws RefusedException {
    for (var name : Names.inDescriptor(descriptor)) {
      checkClass(name, site);
    }
  }

  private void checkClass(String name, Site site) throws RefusedException {
    if (!isOwn(name) && !VisibleClasses.isAgentApi(name) && !VisibleClasses.isListed(name)) {
      throw site.refuse("uses " + CodeJar.printable(name) + Hints.instead(name + "."));
    }
  }

  /// Checks a use of a member.
  void checkMember(MemberRefEntry member, Site site) throws RefusedException {
    var name = member.name().stringValue();
    var internal = member.owner().asInternalName();
    checkClass(member.owner(), site);
    if (internal.startsWith("[")) {
      if (!name.equals("clone") && !JdkList.allows("java.lang.Object", name)) {
        throw site.refuse("uses " + name + " of an array (allowed: clone)");
      }
      return;
    }
    var owner = Names.binary(internal);
    if (!isAllowed(owner, name, member.type().stringValue())) {
      var full = owner + "." + Names.printableMember(name);
      throw site.refuse("uses " + full + Hints.instead(full));
    }
    checkDescriptor(member.type().stringValue(), site);
  }

  /// Whether the class or one of its supertypes opens the member. One that is open to nobody but
  /// inherited all the same is not found.
  private boolean isAllowed(String owner, String name, String descriptor) {
    var seen = new HashSet<String>();
    var open = new ArrayDeque<String>();
    open.add(owner);
    while (!open.isEmpty()) {
      var type = open.removeFirst();
      if (!seen.add(type)) {
        continue;
      }
      var model = own.get(type);
      boolean isOpen =
          model != null
              ? declares(model, name, descriptor)
              : ApiMembers.declares(type, name, descriptor)
                  || JdkList.allows(type, name, descriptor);
      if (isOpen) {
        return true;
      }
      open.addAll(model != null ? supertypes(model) : ApiMembers.supertypes(type));
    }
    return false;
  }

  private static List<String> supertypes(ClassModel model) {
    var types = new ArrayList<String>();
    model.superclass().ifPresent(s -> types.add(Names.binary(s.asInternalName())));
    model.interfaces().forEach(i -> types.add(Names.binary(i.asInternalName())));
    return types;
  }

  private static boolean declares(ClassModel model, String name, String descriptor) {
    for (var method : model.methods()) {
      if (method.methodName().equalsString(name) && method.methodType().equalsString(descriptor)) {
        return true;
      }
    }
    for (var field : model.fields()) {
      if (field.fieldName().equalsString(name) && field.fieldType().equalsString(descriptor)) {
        return true;
      }
    }
    return false;
  }
}
