package dev.sojourn.app;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameStartingWith;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.sandbox.worker.InProcessSandbox;
import java.io.ObjectInputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLClassLoader;
import org.jspecify.annotations.NullMarked;

/// The forbidden dependencies, as `docs/architecture.md` names them.
@AnalyzeClasses(packages = "dev.sojourn", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule modulesDependDownwardsOnly =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("test-support")
          .definedBy("dev.sojourn.testing..")
          .layer("base")
          .definedBy("dev.sojourn.base..")
          .layer("robots")
          .definedBy("dev.sojourn.robots..")
          .layer("url-filter")
          .definedBy("dev.sojourn.filter..")
          .layer("agent-api")
          .definedBy("dev.sojourn.agent..")
          .layer("identity")
          .definedBy("dev.sojourn.identity..")
          .layer("atp")
          .definedBy("dev.sojourn.atp..")
          .layer("fetch")
          .definedBy("dev.sojourn.fetch..")
          .layer("page-view")
          .definedBy("dev.sojourn.page.view..")
          .layer("page-parse")
          .definedBy("dev.sojourn.page.parse..")
          .layer("sandbox")
          .definedBy("dev.sojourn.sandbox..")
          .layer("corpus")
          .definedBy("dev.sojourn.corpus..")
          .layer("visit")
          .definedBy("dev.sojourn.visit..")
          .layer("host-control")
          .definedBy("dev.sojourn.control..")
          .layer("host-daemon")
          .definedBy("dev.sojourn.host..")
          .layer("agent-test")
          .definedBy("dev.sojourn.kit..")
          .layer("sample-agents")
          .definedBy("dev.sojourn.samples..")
          .layer("crawl-core")
          .definedBy("dev.sojourn.crawl.core..", "dev.sojourn.crawl.plan..")
          .layer("crawl-visits")
          .definedBy("dev.sojourn.crawl.visits..")
          .layer("crawl-local")
          .definedBy("dev.sojourn.crawl.local..")
          .layer("crawl-index")
          .definedBy("dev.sojourn.crawl.index..")
          .layer("dispatcher")
          .definedBy("dev.sojourn.dispatcher..")
          .layer("lab")
          .definedBy("dev.sojourn.lab..")
          .layer("app")
          .definedBy("dev.sojourn.app..")
          .whereLayer("test-support")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("base")
          .mayOnlyBeAccessedByLayers(
              "identity",
              "atp",
              "fetch",
              "page-parse",
              "sandbox",
              "visit",
              "agent-test",
              "host-control",
              "host-daemon",
              "crawl-core",
              "crawl-visits",
              "crawl-local",
              "crawl-index",
              "dispatcher",
              "lab",
              "app")
          .whereLayer("url-filter")
          .mayOnlyBeAccessedByLayers(
              "sandbox", "host-daemon", "crawl-core", "crawl-visits", "crawl-local", "dispatcher")
          .whereLayer("robots")
          .mayOnlyBeAccessedByLayers(
              "url-filter",
              "fetch",
              "sandbox",
              "visit",
              "host-daemon",
              "crawl-core",
              "crawl-visits",
              "crawl-local",
              "dispatcher",
              "lab")
          .whereLayer("agent-api")
          .mayOnlyBeAccessedByLayers(
              "atp",
              "fetch",
              "page-view",
              "page-parse",
              "sandbox",
              "corpus",
              "visit",
              "agent-test",
              "host-daemon",
              "sample-agents",
              "crawl-core",
              "crawl-visits",
              "crawl-local",
              "dispatcher",
              "lab")
          .whereLayer("identity")
          .mayOnlyBeAccessedByLayers(
              "atp",
              "fetch",
              "visit",
              "host-daemon",
              "crawl-core",
              "crawl-visits",
              "crawl-local",
              "dispatcher",
              "lab",
              "app")
          .whereLayer("atp")
          .mayOnlyBeAccessedByLayers(
              "visit",
              "agent-test",
              "host-daemon",
              "crawl-visits",
              "crawl-local",
              "dispatcher",
              "lab",
              "app")
          .whereLayer("fetch")
          .mayOnlyBeAccessedByLayers(
              "visit", "host-daemon", "crawl-visits", "crawl-local", "dispatcher", "lab")
          .whereLayer("page-view")
          .mayOnlyBeAccessedByLayers(
              "page-parse", "sandbox", "corpus", "visit", "host-daemon", "lab")
          .whereLayer("page-parse")
          .mayOnlyBeAccessedByLayers("sandbox", "agent-test")
          .whereLayer("sandbox")
          .mayOnlyBeAccessedByLayers(
              "corpus",
              "visit",
              "agent-test",
              "host-daemon",
              "crawl-visits",
              "crawl-local",
              "dispatcher",
              "lab")
          .whereLayer("corpus")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("visit")
          .mayOnlyBeAccessedByLayers(
              "agent-test", "host-daemon", "crawl-visits", "crawl-local", "dispatcher", "lab")
          .whereLayer("agent-test")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("host-control")
          .mayOnlyBeAccessedByLayers("host-daemon", "app")
          .whereLayer("host-daemon")
          .mayOnlyBeAccessedByLayers("lab", "app")
          .whereLayer("sample-agents")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("crawl-core")
          .mayOnlyBeAccessedByLayers("crawl-visits", "crawl-local", "dispatcher", "lab", "app")
          .whereLayer("crawl-visits")
          .mayOnlyBeAccessedByLayers("crawl-local", "dispatcher", "lab", "app")
          .whereLayer("crawl-local")
          .mayOnlyBeAccessedByLayers("dispatcher", "lab", "app")
          .whereLayer("crawl-index")
          .mayOnlyBeAccessedByLayers("crawl-local", "dispatcher", "lab", "app")
          .whereLayer("dispatcher")
          .mayOnlyBeAccessedByLayers("lab", "app")
          .whereLayer("lab")
          .mayOnlyBeAccessedByLayers("app")
          .whereLayer("app")
          .mayNotBeAccessedByAnyLayer();

  @ArchTest
  static final ArchRule theDispatcherNeverSeesTheHostDaemon =
      noClasses()
          .that()
          .resideInAnyPackage("dev.sojourn.dispatcher..", "dev.sojourn.crawl..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.sojourn.host..");

  @ArchTest
  static final ArchRule theHostDaemonNeverSeesTheDispatcher =
      noClasses()
          .that()
          .resideInAPackage("dev.sojourn.host..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.sojourn.dispatcher..", "dev.sojourn.crawl..");

  @ArchTest
  static final ArchRule robotsUsesTheJdkOnly =
      classes()
          .that()
          .resideInAPackage("dev.sojourn.robots..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.jspecify..", "dev.sojourn.robots..");

  @ArchTest
  static final ArchRule agentApiUsesTheJdkOnly =
      classes()
          .that()
          .resideInAPackage("dev.sojourn.agent..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.jspecify..", "dev.sojourn.agent..");

  @ArchTest
  static final ArchRule sampleAgentsSeeTheAgentApiOnly =
      classes()
          .that()
          .resideInAPackage("dev.sojourn.samples..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..", "org.jspecify..", "dev.sojourn.agent..", "dev.sojourn.samples..");

  @ArchTest
  static final ArchRule robotsNeverTouchesNetworkOrFiles =
      noClasses()
          .that()
          .resideInAPackage("dev.sojourn.robots..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("java.net..", "java.nio.channels..", "java.nio.file..")
                  .and(not(type(URI.class).or(type(URISyntaxException.class)))));

  /// The two commands let their users choose a reading. All others read with
  /// [RobotsOptions#STANDARD], so that a file means the same to crawl and host.
  @ArchTest
  static final ArchRule onlyTheModuleRobotsSaysHowRobotsTxtIsRead =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sojourn.robots..")
          .and()
          .doNotHaveFullyQualifiedName("dev.sojourn.dispatcher.cli.robots.ReadingOptions")
          .and()
          .doNotHaveFullyQualifiedName("dev.sojourn.dispatcher.cli.robots.RobotsDecide")
          .should()
          .accessField(RobotsOptions.class, "STRICT")
          .orShould()
          .accessField(RobotsOptions.class, "LENIENT")
          .orShould()
          .callConstructorWhere(target(owner(type(RobotsOptions.class))))
          .orShould()
          .callMethodWhere(
              target(owner(type(RobotsOptions.class))).and(target(nameStartingWith("with"))))
          .orShould()
          .callMethod(RobotsTxt.class, "parse", byte[].class);

  /// The layout of a file's meaning may change with each version.
  @ArchTest
  static final ArchRule onlyTheModuleRobotsSeesTheImageOfAFile =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sojourn.robots..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.sojourn.robots.image..");

  @ArchTest
  static final ArchRule onlyAtpAndTheLabTouchNetty =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.sojourn.atp..", "dev.sojourn.lab.load..", "dev.sojourn.lab.link..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.netty..");

  /// The workers of a crawl know its port alone.
  @ArchTest
  static final ArchRule theWorkOfACrawlSeesNoDatabase =
      noClasses()
          .that()
          .resideInAPackage("dev.sojourn.crawl.visits..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.sojourn.base.sql..", "java.sql..");

  @ArchTest
  static final ArchRule onlyBaseKnowsTheDriverOfSqlite =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sojourn.base.sql..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.sqlite..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.sql.DriverManager");

  @ArchTest
  static final ArchRule onlyTheWorkerReadsState =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sojourn.sandbox.worker..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.esotericsoftware..", "org.objenesis..");

  @ArchTest
  static final ArchRule onlyTheParserOfPagesKnowsItsLibrary =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sojourn.page.parse..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.jsoup..");

  /// Pages are the work of strangers, so only a confined process without an agent parses them. An
  /// author who debugs an agent has their own pages.
  @ArchTest
  static final ArchRule onlyTheReaderParsesPages =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.sojourn.page.parse..",
              "dev.sojourn.sandbox.reader.process..",
              "dev.sojourn.kit..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.sojourn.page.parse..");

  @ArchTest
  static final ArchRule onlyTheKitOfAuthorsRunsAgentsWithoutWalls =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.sojourn.kit..")
          .and()
          .doNotBelongToAnyOf(InProcessSandbox.class)
          .should()
          .dependOnClassesThat()
          .areAssignableTo(InProcessSandbox.class);

  /// The class path of a worker has no parser.
  @ArchTest
  static final ArchRule theWorkerHasNoReader =
      noClasses()
          .that()
          .resideInAPackage("dev.sojourn.sandbox.worker..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.sojourn.page.parse..", "dev.sojourn.sandbox.reader..", "org.jsoup..");

  /// A hostile worker is an attack, and speaks as it likes.
  @ArchTest
  static final ArchRule onlyTheSandboxKnowsItsPipe =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.sojourn.sandbox..", "dev.sojourn.corpus..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.sojourn.sandbox.pipe..");

  @ArchTest
  static final ArchRule onlyTheWorkerLoadsForeignClasses =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.sojourn.sandbox.worker..")
          .should()
          .beAssignableTo(ClassLoader.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(URLClassLoader.class);

  @ArchTest
  static final ArchRule nobodyReadsSerialisedJavaObjects =
      noClasses().should().dependOnClassesThat().areAssignableTo(ObjectInputStream.class);

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles =
      slices().matching("dev.sojourn.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule exceptionsSayWhatTheyAre =
      classes()
          .that()
          .areAssignableTo(Exception.class)
          .should()
          .haveSimpleNameEndingWith("Exception")
          .andShould()
          .haveModifier(JavaModifier.FINAL)
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule stateIsFinalOrPrivate =
      fields().that().areNotFinal().should().bePrivate().allowEmptyShould(true);

  @ArchTest
  static final ArchRule noStandardStreams =
      GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

  @ArchTest
  static final ArchRule noGenericExceptions =
      GeneralCodingRules.NO_CLASSES_SHOULD_THROW_GENERIC_EXCEPTIONS;

  /// One class turns off the messages of Lucene through it.
  @ArchTest
  static final ArchRule noJavaUtilLogging =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.sojourn.crawl.index.VectorAdvice")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.util.logging..");

  @ArchTest
  static void packagesAreNullMarked(JavaClasses imported) {
    var unmarked =
        imported.getPackage("dev.sojourn").getSubpackagesInTree().stream()
            .filter(p -> !p.getClasses().isEmpty())
            .filter(p -> !p.isAnnotatedWith(NullMarked.class))
            .map(JavaPackage::getName)
            .toList();
    assertThat(unmarked).describedAs("packages without @NullMarked").isEmpty();
  }

  @ArchTest
  static void everyModuleWasImported(JavaClasses imported) {
    assertThat(imported.stream().map(c -> c.getPackageName().split("\\.", 4)[2]).distinct())
        .containsExactlyInAnyOrder(
            "testing",
            "base",
            "robots",
            "filter",
            "agent",
            "identity",
            "atp",
            "fetch",
            "page",
            "sandbox",
            "corpus",
            "visit",
            "kit",
            "control",
            "host",
            "samples",
            "crawl",
            "dispatcher",
            "lab",
            "app");
  }
}
