package dev.sojourn.agent;

import dev.sojourn.agent.itinerary.Itinerary;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/// One stay of an agent at one host, or at home over HTTP: all that the agent may see and do.
///
/// Only the thread that called [Agent#visit] may use it.
public interface Visit {

  /// {@return the URLs with which this visit begins; absolute, normalised and in scope}
  List<String> starts();

  /// {@return the part of the site that this visit may see}
  Scope scope();

  /// {@return why the visit was made}
  default VisitCause cause() {
    return new VisitCause.Start();
  }

  /// {@return the remaining legs of this agent's itinerary after this place, for [Next#along]};
  /// none for an agent that was sent without an itinerary
  default Itinerary itinerary() {
    return Itinerary.NONE;
  }

  /// Lists the pages that are new, changed or gone since this agent's last visit here, if that
  /// ended with [Next#park]. Pages that changed during that visit are included. The result stays
  /// the same throughout a visit.
  ///
  /// @return the changes; [PageChanges.Unreported] if they are unknown, as on a first visit
  default PageChanges changes() {
    return new PageChanges.Unreported("No changes of pages are known here.");
  }

  /// {@return whether the owner's rules for the crawl want a URL} Start URLs are wanted. A page
  /// that is not wanted is never fetched, and [Frontier] drops links to it.
  ///
  /// @param url absolute and normalised
  default boolean wants(String url) {
    return true;
  }

  /// Fetches a page.
  ///
  /// A URL outside the [#scope()] is not fetched but referred to the dispatcher, as by [#refer];
  /// the answer is [Fetched.OutOfScope]. So is a URL that is not [wanted][#wants].
  ///
  /// @param url an absolute `http` or `https` URL; a fragment is dropped
  /// @return the page, or why there is no page
  Fetched fetch(String url);

  /// Fetches a page unless it is unchanged. A host does not hand an unchanged page to the agent. At
  /// home, the request has the validators, so that a source can answer without the body. If the
  /// source ignores validators, the received page is compared.
  ///
  /// @param url as for [#fetch(String)]
  /// @param known the earlier version of the page; a page without a print is always fetched
  /// @return [Fetched.Unchanged], the page, or why there is no page
  default Fetched fetch(String url, KnownPage known) {
    var fetched = fetch(url);
    return fetched instanceof Page page && known.isStill(page)
        ? new Fetched.Unchanged(url)
        : fetched;
  }

  /// {@return the pages of this scope that an earlier crawl read or saw linked} Empty in a first
  /// crawl, and if the agent comes with a state. [Frontier#begin] uses them; an agent that ignores
  /// them crawls everything again.
  default KnownPages known() {
    return KnownPages.NONE;
  }

  /// Fetches the next page of a frontier, as [#fetch] does. A page known from an earlier crawl is
  /// fetched only if it changed. The crawl log then records the page where its URL was found, and
  /// the depth.
  ///
  /// A page that fails for a reason that may pass, such as a status of 5xx or no answer, is put
  /// back, and the next URL is fetched. Such a page is requested three times at most. Between the
  /// requests are 10 s and 60 s at least, where the pages come from a web server.
  ///
  /// @param frontier in which a URL is waiting
  /// @return the page, or why there is no page
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
  /// and string-keyed maps of these types. The finding leaves the host with the next checkpoint, or
  /// when the visit ends.
  ///
  /// @param finding the finding, a JSON object
  /// @throws IllegalArgumentException if a component is of another type, or the object is larger
  ///   than the visit's limit
  void report(Record finding);

  /// Hands a URL to the dispatcher, which decides who visits it. Repeated URLs are sent once. URLs
  /// beyond the visit's limit are counted and dropped; the visit continues.
  ///
  /// @param url an absolute URL; anything that is not `http` or `https` is dropped
  void refer(String url);

  /// Saves the agent's state together with the findings so far. After a crash, the visit continues
  /// from the last checkpoint.
  ///
  /// Cheap enough to call after each page: the host decides how often it really saves. A visit
  /// whose output since the last call exceeds 4 MiB may be stopped. Output is findings, referrals,
  /// log lines, answers, and for each requested page two URLs and 256 bytes.
  void checkpoint();

  /// {@return what remains of the visit's limits}
  Budget budget();

  /// {@return the time, to the second}
  Instant now();

  /// {@return this visit's source of random numbers; not for secrets}
  RandomGenerator random();

  /// Writes a line that the owner and the host's operator can read. Control characters are
  /// replaced. Lines beyond the visit's limit end the visit.
  ///
  /// @param message one line of text
  void log(String message);
}
