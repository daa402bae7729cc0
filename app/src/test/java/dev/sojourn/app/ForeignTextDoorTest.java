package dev.sojourn.app;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.TerminalWriter;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.control.LogTail;
import java.io.FileDescriptor;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Formatter;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The ways of foreign text to a terminal and into a log. All that is printed goes through
/// [TerminalWriter], all that is logged through the encoders of the log; their own tests attack
/// them. These rules find each way past them.
@AnalyzeClasses(packages = "dev.sojourn", importOptions = ImportOption.DoNotIncludeTests.class)
final class ForeignTextDoorTest {
  /// They write control sequences, and clean each text themselves.
  private static final String STYLED =
      named(
          CommandRun.class.getName(),
          "dev.sojourn.host.command.HostDoctor",
          "dev.sojourn.dispatcher.cli.display.LiveBlock",
          "dev.sojourn.dispatcher.cli.search.SearchCommand");

  /// They compare the text with names that exist, and send it on.
  private static final String COMPARING =
      named(
          ForeignText.class.getName(),
          ControlRequest.class.getName(),
          "dev.sojourn.host.control.PageStoreCommands",
          "dev.sojourn.host.control.SignerChanges",
          "dev.sojourn.host.control.VisitStops",
          "dev.sojourn.host.control.VisitShow",
          "dev.sojourn.host.control.ReleaseCommands");

  private static final Set<Class<?>> OUTLETS =
      Set.of(
          PrintWriter.class,
          PrintStream.class,
          System.Logger.class,
          CommandException.class,
          Formatter.class);

  /// The host reads the worker's own output as text of strangers. The site of the lab is a program
  /// for measurements, which prints its address.
  @ArchTest
  static final ArchRule nobodyOpensAnotherWayToTheTerminal =
      noClasses()
          .that()
          .haveNameNotMatching(
              named(
                  TerminalWriter.class.getName(),
                  LogTail.class.getName(),
                  "dev.sojourn.lab.site.StaticServer"))
          .should()
          .callConstructorWhere(target(owner(assignableTo(PrintWriter.class))))
          .orShould()
          .callConstructorWhere(target(owner(assignableTo(PrintStream.class))))
          .orShould()
          .accessField(FileDescriptor.class, "out")
          .orShould()
          .accessField(FileDescriptor.class, "err")
          .orShould()
          .callMethod(System.class, "console");

  @ArchTest
  static final ArchRule onlyDisplaysThatCleanTheirTextsWriteBehindTheDoor =
      noClasses()
          .that()
          .haveNameNotMatching(STYLED)
          .should()
          .callMethod(TerminalWriter.class, "styled", PrintWriter.class);

  @ArchTest
  static final ArchRule onlyTheEncodersOfTheLogWriteItsLines =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sojourn.host.log..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("ch.qos.logback..", "org.slf4j..");

  @ArchTest
  static final ArchRule onlyThoseWhoCompareItTakeForeignTextAsItWasWritten =
      noClasses()
          .that()
          .haveNameNotMatching(COMPARING)
          .should()
          .accessTargetWhere(target(owner(type(ForeignText.class))).and(target(name("written"))));

  @ArchTest
  static final ArchRule nobodyPrintsForeignTextAsItWasWritten =
      noMethods().should(new TakesAndPrints());

  /// Code that takes foreign text as it was written, and prints, logs or formats it.
  private static final class TakesAndPrints extends ArchCondition<JavaMethod> {
    TakesAndPrints() {
      super("take ForeignText.written() and print or log");
    }

    @Override
    public void check(JavaMethod method, ConditionEvents events) {
      boolean takes =
          method.getAccessesFromSelf().stream()
              .anyMatch(
                  access ->
                      access.getTargetOwner().isEquivalentTo(ForeignText.class)
                          && access.getTarget().getName().equals("written"));
      boolean prints =
          method.getAccessesFromSelf().stream()
              .anyMatch(
                  access ->
                      OUTLETS.stream().anyMatch(access.getTargetOwner()::isAssignableTo)
                          || Set.of("format", "formatted").contains(access.getTarget().getName()));
      events.add(
          new SimpleConditionEvent(
              method, takes && prints, method.getFullName() + " takes it and prints"));
    }
  }

  /// A client of the control socket may write anything there. A digest is read as one.
  @Test
  void noWordsOfTheControlSocketAreAString() {
    var strings =
        Arrays.stream(ControlRequest.class.getPermittedSubclasses())
            .flatMap(request -> Arrays.stream(request.getRecordComponents()))
            .filter(component -> component.getGenericType().getTypeName().contains("String"))
            .map(
                component ->
                    component.getDeclaringRecord().getSimpleName() + "." + component.getName())
            .toList();
    assertThat(strings).isEqualTo(List.of("Decide.digest"));
  }

  /// A class with this name, or one inside it.
  private static String named(String... classes) {
    return Arrays.stream(classes)
        .map(each -> Pattern.quote(each) + "(\\$.*)?")
        .reduce((a, b) -> a + "|" + b)
        .orElseThrow();
  }
}
