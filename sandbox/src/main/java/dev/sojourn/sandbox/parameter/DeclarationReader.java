package dev.sojourn.sandbox.parameter;

import dev.sojourn.base.text.ForeignText;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.Signature;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Reads the declaration of parameters from class files.
final class DeclarationReader {
  private static final int MAX_PARAMETERS = 64;
  private static final int MAX_DESCRIPTION_CHARS = 300;
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,63}");
  private static final String API = "Ldev/sojourn/agent/parameter/";
  private static final String OPTIONAL = "Ljava/util/Optional;";

  private final Function<String, Optional<byte[]>> classes;

  /// @param classes returns the class file of a binary name
  DeclarationReader(Function<String, Optional<byte[]>> classes) {
    this.classes = classes;
  }

  /// Returns the parameters of an agent.
  ///
  /// @throws IllegalArgumentException if a class file is damaged
  AgentParameters read(String entryClass) throws UnfitParameterException {
    var entry = model(entryClass);
    if (entry.isEmpty()) {
      throw new UnfitParameterException(
          "the code has no class " + ForeignText.of(entryClass).text(200));
    }
    var records = new ArrayList<ClassModel>();
    for (var method : entry.get().methods()) {
      var types = method.methodTypeSymbol().parameterList();
      if (method.methodName().equalsString("<init>")
          && method.flags().has(AccessFlag.PUBLIC)
          && types.size() == 1) {
        ownRecord(types.getFirst()).ifPresent(records::add);
      }
    }
    if (records.size() > 1) {
      throw new UnfitParameterException(
          entryClass
              + " has several public constructors with a record (expected: one, which declares the"
              + " agent's parameters)");
    }
    var description = annotated(entry.get(), "Description");
    if (records.isEmpty()) {
      return new AgentParameters(Optional.empty(), List.of(), sentence(description));
    }
    var record = records.getFirst();
    return new AgentParameters(
        Optional.of(binaryName(record)), components(record), sentence(description));
  }

  private List<DeclaredParameter> components(ClassModel record) throws UnfitParameterException {
    var attribute = record.findAttribute(Attributes.record());
    var components =
        attribute.isEmpty() ? List.<RecordComponentInfo>of() : attribute.get().components();
    if (components.size() > MAX_PARAMETERS) {
      throw new UnfitParameterException(
          "%s: %d parameters (expected: at most %d)"
              .formatted(binaryName(record), components.size(), MAX_PARAMETERS));
    }
    var all = new ArrayList<DeclaredParameter>();
    for (var component : components) {
      all.add(parameter(component));
    }
    return all;
  }

  private DeclaredParameter parameter(RecordComponentInfo component)
      throws UnfitParameterException {
    var name = component.name().stringValue();
    if (!NAME.matcher(name).matches()) {
      throw new UnfitParameterException(
          "parameter %s: (expected: a name of at most 64 letters, digits and _)"
              .formatted(ForeignText.of(name).text(80)));
    }
    boolean isOptional = component.descriptor().equalsString(OPTIONAL);
    var type =
        (isOptional ? valueOfOptional(component) : Optional.of(component.descriptorSymbol()))
            .flatMap(this::type);
    if (type.isEmpty()) {
      throw new UnfitParameterException(
          "parameter %s: %s (expected: String, boolean, int, long, double, an enum of the agent, or"
                  .formatted(
                      name, ForeignText.of(component.descriptorSymbol().displayName()).text(80))
              + " an Optional of one of these)");
    }
    var value = annotated(component, "Default");
    var canonical = value.flatMap(type.get()::canonical);
    if (value.isPresent() && canonical.isEmpty()) {
      throw new UnfitParameterException(
          "parameter %s: the default %s (expected: %s)"
              .formatted(name, ForeignText.of(value.get()).text(80), type.get().expected()));
    }
    return new DeclaredParameter(
        name, type.get(), isOptional, canonical, sentence(annotated(component, "Description")));
  }

  private Optional<ParameterType> type(ClassDesc type) {
    return switch (type.descriptorString()) {
      case "Ljava/lang/String;" -> Optional.of(ParameterType.SimpleType.TEXT);
      case "Z", "Ljava/lang/Boolean;" -> Optional.of(ParameterType.SimpleType.BOOLEAN);
      case "I", "Ljava/lang/Integer;" -> Optional.of(ParameterType.SimpleType.INT);
      case "J", "Ljava/lang/Long;" -> Optional.of(ParameterType.SimpleType.LONG);
      case "D", "Ljava/lang/Double;" -> Optional.of(ParameterType.SimpleType.DOUBLE);
      default -> model(type).flatMap(DeclarationReader::choice);
    };
  }

  private static Optional<ParameterType> choice(ClassModel model) {
    if (!model.flags().has(AccessFlag.ENUM)) {
      return Optional.empty();
    }
    var constants =
        model.fields().stream()
            .filter(field -> field.flags().has(AccessFlag.ENUM))
            .map(field -> field.fieldName().stringValue())
            .toList();
    return Optional.of(new ParameterType.ChoiceType(binaryName(model), constants));
  }

  private static Optional<ClassDesc> valueOfOptional(RecordComponentInfo component) {
    var signature = component.findAttribute(Attributes.signature());
    return signature.isPresent()
            && signature.get().asTypeSignature() instanceof Signature.ClassTypeSig optional
            && optional.typeArgs().size() == 1
            && optional.typeArgs().getFirst() instanceof Signature.TypeArg.Bounded bound
            && bound.boundType() instanceof Signature.ClassTypeSig value
        ? Optional.of(value.classDesc())
        : Optional.empty();
  }

  private Optional<ClassModel> ownRecord(ClassDesc type) {
    return model(type)
        .filter(
            model ->
                model
                    .superclass()
                    .filter(s -> s.name().equalsString("java/lang/Record"))
                    .isPresent());
  }

  private Optional<ClassModel> model(ClassDesc type) {
    var descriptor = type.descriptorString();
    return type.isClassOrInterface()
        ? model(descriptor.substring(1, descriptor.length() - 1).replace('/', '.'))
        : Optional.empty();
  }

  private Optional<ClassModel> model(String binaryName) {
    return classes.apply(binaryName).map(ClassFile.of()::parse);
  }

  private static String binaryName(ClassModel model) {
    return model.thisClass().asInternalName().replace('/', '.');
  }

  /// Returns the text of an annotation of the agent API.
  private static Optional<String> annotated(AttributedElement element, String annotation) {
    return element
        .findAttribute(Attributes.runtimeInvisibleAnnotations())
        .flatMap(
            all ->
                all.annotations().stream()
                    .filter(a -> a.className().equalsString(API + annotation + ";"))
                    .findFirst())
        .flatMap(DeclarationReader::text);
  }

  private static Optional<String> text(Annotation annotation) {
    return annotation.elements().stream()
        .filter(e -> e.name().equalsString("value"))
        .map(AnnotationElement::value)
        .filter(AnnotationValue.OfString.class::isInstance)
        .map(value -> ((AnnotationValue.OfString) value).stringValue())
        .findFirst();
  }

  private static String sentence(Optional<String> description) {
    return description.map(text -> ForeignText.of(text).text(MAX_DESCRIPTION_CHARS)).orElse("");
  }
}
