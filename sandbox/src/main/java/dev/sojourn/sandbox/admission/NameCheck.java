package dev.sojourn.sandbox.admission;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Decides whether code may name a class or a member: the agent's own, those of the agent API, and
/// the listed ones of java.base.
final class NameCheck {
  private static final int MAX_DIMENSIONS = 4;

  private static final String OF_RECORDS = "Ljava/lang/runtime/ObjectMethods;";

  /// Classes whose text is the name of the class or of a constant.
  private static final Set<String> PLAIN_TEXTS = Set.of("java.lang.Object", "java.lang.Enum");

  private final Map<String, ClassModel> own;

  /// @param own the agent's classes by binary name
  NameCheck(Map<String, ClassModel> own) {
    this.own = own;
  }

  boolean isOwn(String name) {
    return own.containsKey(name);
  }

  /// Checks a mention of a class or an array class.
  void checkClass(ClassEntry entry, CodeSite site) throws RefusedException {
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
  void checkDescriptor(String descriptor, CodeSite site) throws RefusedException {
    for (var name : Names.inDescriptor(descriptor)) {
      checkClass(name, site);
    }
  }

  private void checkClass(String name, CodeSite site) throws RefusedException {
    if (!isOwn(name) && !VisibleClasses.isAgentApi(name) && !VisibleClasses.isListed(name)) {
      throw site.refuse("uses " + CodeJar.printable(name) + Hints.ofClass(name));
    }
  }

  /// Checks a use of a member.
  void checkMember(MemberRefEntry member, CodeSite site) throws RefusedException {
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

  /// Refuses a lambda that is a `CharSequence`: its text is the name of its class, which contains
  /// an address. Code of the JDK, which has no guard, reads the text of a `CharSequence`.
  void checkLambda(InvokeDynamicEntry link, CodeSite site) throws RefusedException {
    if (!Bootstraps.isLambda(link)) {
      return;
    }
    var types = new ArrayList<String>();
    var descriptor = link.type().stringValue();
    types.addAll(Names.inDescriptor(descriptor.substring(descriptor.lastIndexOf(')') + 1)));
    for (var argument : link.bootstrap().arguments()) {
      if (argument instanceof ClassEntry marker) {
        types.add(Names.binary(marker.asInternalName()));
      }
    }
    if (types.stream().anyMatch(this::isText)) {
      throw site.refuse("makes a lambda that is a CharSequence (allowed: a class that is one)");
    }
  }

  /// Refuses a `CharSequence` without its own `toString`. The text of a record or of a class of the
  /// JDK shows components, which may be lambdas. Code of the JDK, which has no guard, reads this
  /// text.
  void checkText(ClassModel model, CodeSite site) throws RefusedException {
    boolean isClass = !model.flags().has(AccessFlag.INTERFACE);
    if (isClass && isText(Names.binary(model.thisClass().asInternalName())) && !hasOwnText(model)) {
      throw site.refuse(
          "is a CharSequence without a toString of its own (allowed: a class that declares one)");
    }
  }

  private boolean hasOwnText(ClassModel model) {
    var declared =
        model.methods().stream()
            .filter(method -> method.methodName().equalsString("toString"))
            .filter(method -> method.methodType().equalsString("()Ljava/lang/String;"))
            .findFirst();
    if (declared.isPresent()) {
      return declared.get().code().map(NameCheck::isWritten).orElse(true);
    }
    var above = model.superclass().map(s -> Names.binary(s.asInternalName())).orElse("");
    var next = own.get(above);
    return next == null ? PLAIN_TEXTS.contains(above) : hasOwnText(next);
  }

  /// Whether the author wrote the code of a text, unlike the code that javac makes for a record.
  private static boolean isWritten(CodeModel code) {
    return code.elementStream()
        .noneMatch(
            element ->
                element instanceof InvokeDynamicInstruction call
                    && call.bootstrapMethod().owner().descriptorString().equals(OF_RECORDS));
  }

  private boolean isText(String type) {
    var seen = new HashSet<String>();
    var open = new ArrayDeque<String>();
    open.add(type);
    while (!open.isEmpty()) {
      var name = open.removeFirst();
      var model = own.get(name);
      if (name.equals("java.lang.CharSequence")) {
        return true;
      }
      if (model != null && seen.add(name)) {
        open.addAll(supertypes(model));
      }
    }
    return false;
  }

  /// Whether the class or one of its supertypes opens the member. An inherited member that no type
  /// opens is not allowed.
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
