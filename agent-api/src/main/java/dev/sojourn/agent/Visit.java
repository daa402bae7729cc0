package dev.sojourn.agent;

import dev.sojourn.agent.itinerary.Itinerary;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/// One stay of an agent at one host (or at home, over HTTP): all that it may see and do.
///
/// Only the thread that called [Agent#visit] may use it.
public interface Visit {

  /// {@return the URLs given to this visit to begin with; absolute and normalised, in scope}
  List<String> starts();

  /// {@return the part of the site that this visit may see}
  Scope scope();

  /// {@return why the visit was made}
  default VisitCause cause() {
    return new VisitCause.Start();
  }

  /// {@return the legs that this agent's itinerary still has after this place, for [Next#along]};
  /// none for an agent that was sent without an itinerary
  default Itinerary itinerary() {
    return Itinerary.NONE;
  }

  /// Lists the pages that are new, changed or gone since this agent's last visit at this place
  /// ended with [Next#park]. Pages that changed while that visit was under way are among them. The
  /// answer stays the same throughout a visit.
  ///
  /// @return the changes, or that they are not known, as on a first visit
  default PageChanges changes() {
    return new PageChanges.Unreported("No changes of pages are known here.");
  }

  /// Fetches a page.
  ///
  /// A URL outside the [#scope()] is not fetched; it becomes a referral to the dispatcher, as
  /// [#refer] would make it, and the answer is [Fetched.OutOfScope].
  ///
  /// @param url an absolute `http` or `https` URL; a fragment is dropped
  /// @return the page, or why there is none
  Fetched fetch(String url);

  /// Fetches a page unless it is as it was. At a host the page is then not handed to the agent; at
  /// home it is asked for with its validators, and its body need not come at all. A source that
  /// ignores validators sends the page, and that is compared.
  ///
  /// @param url as for [#fetch(String)]
  /// @param known the page as it was; a page without a print is fetched in any case
  /// @return [Fetched.Unchanged], or else the page, or why there is none
  default Fetched fetch(String url, KnownPage known) {
    var fetched = fetch(url);
    return fetched instanceof Page page && known.isStill(page)
        ? new Fetched.Unchanged(url)
        : fetched;
  }

  /// {@return the pages that an earlier crawl read or saw named in this scope}; none in a first
  /// crawl, and none if the agent comes with a state. [Frontier#begin] takes them up; an agent that
  /// does not look at them crawls everything anew.
  default KnownPages known() {
    return KnownPages.NONE;
  }

  /// Fetches the next page of a frontier, as [#fetch] does; one that is known from an earlier crawl
  /// is fetched only if it changed. The crawl log then says on which page its URL was found, and at
  /// which depth.
  ///
  /// @param frontier in which a URL is waiting
  /// @return the page, or why there is none
  /// @throws java.util.NoSuchElementException if no URL is waiting
  default Fetched fetchNext(Frontier frontier) {
    var next = frontier.take();
    if (next.known().isEmpty()) {
      return fetch(next.url());
    }
    var fetched = fetch(next.url(), next.known().get());
    if (fetched instanceof Fetched.Unchanged) {
      frontier.addUnchanged(next);
    }
    return fetched;
  }

  /// Reports one record, which becomes a JSON object with a member for each component.
  ///
  /// Components may be strings, numbers, booleans, enums, records, `Instant`s, and lists, optionals
  /// and string-keyed maps of those. The finding leaves the host with the next checkpoint, or when
  /// the visit ends.
  ///
  /// @param finding the finding, a JSON object
  /// @throws IllegalArgumentException if a component is of another type, or the object is larger
  ///   than the visit's limit
  void report(Record finding);

  /// Hands a URL to the dispatcher, which decides who visits it. Repeated URLs are sent once. URLs
  /// beyond the visit's limit are counted and dropped, and the visit goes on.
  ///
  /// @param url an absolute URL; anything that is not `http` or `https` is dropped
  void refer(String url);

  /// Saves the agent's state and the findings up to here together. After a crash the visit goes on
  /// from the last checkpoint.
  ///
  /// Cheap enough to call after each page: the host decides how often it really saves. A visit that
  /// says more than 4 MiB (findings, referrals, log lines, answers, and the records of the pages it
  /// asked for: both URLs and 256 bytes each) without calling it may be stopped.
  void checkpoint();

  /// {@return the limits that this visit has left}
  Budget budget();

  /// {@return the time, to the second}
  Instant now();

  /// {@return this visit's source of random numbers; not for secrets}
  RandomGenerator random();

  /// Writes a line that the owner and the host's operator can read. Control characters are
  /// replaced. More lines than the visit may write end it.
  ///
  /// @param message one line of text
  void log(String message);
}
