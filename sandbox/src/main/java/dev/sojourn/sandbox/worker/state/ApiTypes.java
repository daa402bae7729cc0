package dev.sojourn.sandbox.worker.state;

import dev.sojourn.agent.Budget;
import dev.sojourn.agent.Directives;
import dev.sojourn.agent.Fetched;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.Link;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.VisitCause;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.agent.itinerary.Itinerary;
import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.agent.tree.FragmentLink;
import dev.sojourn.agent.tree.HtmlTable;
import dev.sojourn.agent.tree.PageImage;
import dev.sojourn.agent.tree.TableCell;
import dev.sojourn.agent.tree.TableRow;
import java.util.List;

/// The records and enums of the agent API. A state may contain each of them.
final class ApiTypes {
  /// The classes in the order of their numbers in a state of the first version. That version ends
  /// with the priority.
  static final List<Class<?>> NUMBERED =
      List.of(
          PageUrl.class,
          Scope.class,
          Link.class,
          Directives.class,
          Budget.class,
          Next.Done.class,
          Next.Onward.class,
          Fetched.Refused.class,
          Fetched.Missing.class,
          Fetched.OutOfScope.class,
          Fetched.Unchanged.class,
          PagePrint.class,
          PageValidators.class,
          KnownPage.class,
          WakeConditions.class,
          Next.Park.class,
          FrontierCounts.class,
          PageMeta.class,
          LinkContext.class,
          PageUsage.class,
          Itinerary.class,
          Itinerary.Leg.class,
          Itinerary.Stop.class,
          Next.Along.class,
          Frontier.Priority.class,
          Frontier.Candidate.class,
          PageChanges.Reported.class,
          PageChanges.Unreported.class,
          PageChanges.PageChange.class,
          PageChanges.Kind.class,
          VisitCause.Start.class,
          VisitCause.Arrival.class,
          VisitCause.Resumption.class,
          VisitCause.Wake.class,
          VisitCause.Combination.class,
          VisitCause.Waker.class,
          PagePart.class,
          FragmentLink.class,
          HtmlTable.class,
          PageImage.class,
          TableCell.class,
          TableRow.class);

  private ApiTypes() {}
}
