package dev.sojourn.sandbox.admission;

import java.util.List;
import java.util.Set;

/// The names of the classes outside the agent that its loader may load.
public final class VisibleClasses {
  /// The class that links the polls in admitted code; agents may not name it.
  static final String POLLS = "dev.sojourn.sandbox.worker.Polls";

  private static final String AGENT_API = "dev.sojourn.agent.";

  private static final Set<String> AGENT_API_NAMES =
      Set.of(
          "Agent",
          "Budget",
          "Directives",
          "Fetched",
          "Fetched$Missing",
          "Fetched$OutOfScope",
          "Fetched$Refused",
          "Fetched$Unchanged",
          "Frontier",
          "Frontier$Candidate",
          "Frontier$Priority",
          "FrontierCounts",
          "KnownPage",
          "KnownPages",
          "Link",
          "Next",
          "Next$Along",
          "Next$Done",
          "Next$Onward",
          "Next$Park",
          "Page",
          "PageChangedException",
          "PageChanges",
          "PageChanges$Kind",
          "PageChanges$PageChange",
          "PageChanges$Reported",
          "PageChanges$Unreported",
          "PagePrint",
          "PageUrl",
          "PageValidators",
          "Scope",
          "TakesMessages",
          "Visit",
          "VisitCause",
          "VisitCause$Arrival",
          "VisitCause$Combination",
          "VisitCause$Resumption",
          "VisitCause$Start",
          "VisitCause$Wake",
          "VisitCause$Waker",
          "WakeConditions",
          "combine.Combines",
          "page.LinkContext",
          "page.PageMeta",
          "page.PageUsage",
          "page.PagePart",
          "itinerary.Itinerary",
          "itinerary.Itinerary$Leg",
          "itinerary.Itinerary$Stop",
          "tree.FragmentLink",
          "tree.HtmlTable",
          "tree.PageElement",
          "tree.PageImage",
          "tree.PageTree",
          "tree.Selector",
          "tree.SelectorException",
          "tree.TableCell",
          "tree.TableRow");

  /// Classes that the JVM needs to link lambdas, string concatenation, records and pattern
  /// switches. Agents do not name these classes in their own code.
  private static final Set<String> LINKAGE =
      Set.of(
          "java.lang.Class",
          "java.lang.Enum$EnumDesc",
          "java.lang.constant.ClassDesc",
          "java.lang.invoke.CallSite",
          "java.lang.invoke.ConstantBootstraps",
          "java.lang.invoke.LambdaMetafactory",
          "java.lang.invoke.MethodHandle",
          "java.lang.invoke.MethodHandles$Lookup",
          "java.lang.invoke.MethodType",
          "java.lang.invoke.StringConcatFactory",
          "java.lang.invoke.TypeDescriptor",
          "java.lang.runtime.ObjectMethods",
          "java.lang.runtime.SwitchBootstraps");

  /// The beginnings of names that are forbidden for an agent's classes.
  private static final List<String> TAKEN_PACKAGES =
      List.of(
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "com.sun.",
          "com.esotericsoftware.",
          "org.jsoup.",
          "org.jspecify.",
          "org.objenesis.",
          "dev.sojourn.agent.",
          "dev.sojourn.robots.",
          "dev.sojourn.sandbox.");

  private VisibleClasses() {}

  /// Whether an agent may not define a class with this name.
  static boolean isTaken(String name) {
    return TAKEN_PACKAGES.stream().anyMatch(name::startsWith);
  }

  /// Returns the binary names of the agent API's classes.
  static List<String> agentApi() {
    return AGENT_API_NAMES.stream().map(AGENT_API::concat).toList();
  }

  /// {@return whether the name is that of a class of the agent API}
  ///
  /// @param name a binary name
  public static boolean isAgentApi(String name) {
    return name.startsWith(AGENT_API)
        && AGENT_API_NAMES.contains(name.substring(AGENT_API.length()));
  }

  /// {@return whether the name is that of the class that links stop polls}
  ///
  /// @param name a binary name
  public static boolean isPolls(String name) {
    return name.equals(POLLS);
  }

  /// {@return whether the name is that of a class of the JDK that agents may load}
  ///
  /// @param name a binary name
  public static boolean isListed(String name) {
    return LINKAGE.contains(name) || JdkList.classes().contains(name);
  }
}
