package dev.sojourn.samples.survey;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Fetched;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.agent.parameter.Description;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads all pages of its scope, and reports one [SiteSurvey]. On a further visit to a territory,
/// it reports a new survey of all pages read so far.
///
/// Pages count by URL: a body with two URLs counts twice.
@Description("Reports sizes, languages, missing titles, licences and broken links of a site.")
public final class SurveyAgent implements Agent {
  private static final int MAX_EXAMPLES = 10;
  private static final int MAX_URL_CHARS = 2_000;

  private final Frontier frontier = new Frontier();
  private final Map<String, String> linkedFrom = new HashMap<>();
  private final LabelCounts mediaTypes = new LabelCounts();
  private final LabelCounts languages = new LabelCounts();
  private final LabelCounts permits = new LabelCounts();
  private final LabelCounts denies = new LabelCounts();
  private final LabelCounts licences = new LabelCounts();
  private final List<String> untitledPages = new ArrayList<>();
  private final List<SiteSurvey.DeadEnd> brokenLinks = new ArrayList<>();
  private String largest = "";
  private int largestBytes = -1;
  private int pages;
  private long bytes;
  private int untitled;
  private int noindex;
  private int structuredData;
  private int broken;
  private int closed;

  /// Creates an agent in its initial state.
  public SurveyAgent() {}

  @Override
  public Next visit(Visit visit) {
    frontier.beginAnew(visit);
    while (frontier.hasNext()) {
      var url = frontier.upcoming(1).getFirst().url();
      switch (visit.fetchNext(frontier)) {
        case Page page -> {
          read(page);
          follow(page, visit);
        }
        case Fetched.Missing missing -> {
          if (!isRedirect(missing.status())) {
            deadEnd(url, missing.status());
          }
        }
        case Fetched.Refused _ -> closed++;
        case Fetched.OutOfScope _, Fetched.Unchanged _ -> {}
      }
      linkedFrom.remove(url);
      visit.checkpoint();
    }
    visit.report(survey(visit));
    return Next.done();
  }

  private void read(Page page) {
    pages++;
    bytes += page.sizeBytes();
    mediaTypes.add(page.contentType());
    if (page.sizeBytes() > largestBytes) {
      largestBytes = page.sizeBytes();
      largest = page.url();
    }
    if (page.isHtml()) {
      readHtml(page);
    }
    count(page.usage());
  }

  private void readHtml(Page page) {
    languages.add(page.language().orElse("none"));
    noindex += page.directives().noindex() ? 1 : 0;
    structuredData += page.structuredData().isEmpty() ? 0 : 1;
    if (page.title().isEmpty()) {
      untitled++;
      if (isExample(page.url(), untitledPages.size())) {
        untitledPages.add(page.url());
      }
    }
  }

  /// Counts the uses; a use that is both permitted and denied counts as denied.
  private void count(PageUsage usage) {
    var labels = new ArrayList<>(usage.contentUsage().keySet());
    labels.addAll(usage.contentSignals().keySet());
    for (var label : labels.stream().distinct().toList()) {
      (usage.denies(label) ? denies : permits).add(label);
    }
    usage.licences().forEach(licences::add);
  }

  /// Follows links within the scope; other links belong to another visit.
  private void follow(Page page, Visit visit) {
    if (!frontier.isNew(page)) {
      // The frontier decides whether to follow the links of equal bodies.
      frontier.addLinks(page);
    } else if (!page.directives().nofollow()) {
      for (var link : page.links()) {
        boolean isFollowed = !link.nofollow() && visit.scope().contains(link.url());
        if (isFollowed && frontier.add(link.url(), page)) {
          linkedFrom.put(link.url(), page.url());
        }
      }
    }
  }

  private void deadEnd(String url, int status) {
    broken++;
    var from = linkedFrom.getOrDefault(url, "");
    if (isExample(url, brokenLinks.size()) && from.length() <= MAX_URL_CHARS) {
      brokenLinks.add(new SiteSurvey.DeadEnd(url, status, from));
    }
  }

  /// Whether a URL redirects to a page that was read before, or belongs to another visit.
  private static boolean isRedirect(int status) {
    return status >= 300 && status <= 399;
  }

  private static boolean isExample(String url, int size) {
    return size < MAX_EXAMPLES && url.length() <= MAX_URL_CHARS;
  }

  private SiteSurvey survey(Visit visit) {
    return new SiteSurvey(
        visit.scope().origin(),
        pages,
        bytes,
        largest,
        mediaTypes.all(),
        languages.all(),
        untitled,
        untitledPages,
        noindex,
        structuredData,
        permits.all(),
        denies.all(),
        licences.all(),
        broken,
        brokenLinks,
        closed);
  }
}
