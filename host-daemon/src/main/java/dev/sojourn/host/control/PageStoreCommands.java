package dev.sojourn.host.control;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.control.ControlAnswer;
import dev.sojourn.control.ControlAnswer.Done;
import dev.sojourn.control.ControlAnswer.End;
import dev.sojourn.control.ControlAnswer.Refused;
import dev.sojourn.control.ControlAnswer.Why;
import dev.sojourn.host.page.PageStore;
import dev.sojourn.host.rules.CurrentRules;
import java.io.IOException;
import java.util.Optional;

/// Shows and drops the views of pages. Safe for use by several threads.
///
/// @param pages the views of pages
/// @param rules the current sites
public record PageStoreCommands(PageStore pages, CurrentRules rules) {
  /// Lists the figures of each site, and ends with those of the store.
  End list(ControlAnswer answer) throws IOException, InterruptedException {
    for (var site : pages.sites()) {
      answer.item(
          json ->
              json.put("site", site.origin())
                  .put("views", site.views())
                  .put("bytes", site.bytes())
                  .put("hits", site.hits())
                  .put("misses", site.misses()));
    }
    var now = pages.counts();
    return new Done(
        json ->
            json.put("bytes", now.bytes())
                .put("limit", now.limitBytes())
                .put("hits", now.hits())
                .put("misses", now.misses())
                .put("evicted", now.evicted())
                .put("damaged", now.damaged())
                .put("unwritten", now.unwritten()));
  }

  /// Deletes the views of a site, or all views.
  ///
  /// @param site the origin; empty for all sites
  End drop(Optional<ForeignText> site) throws InterruptedException {
    var origin = site.map(ForeignText::written);
    if (origin.filter(name -> rules.sites().find(name).isEmpty()).isPresent()) {
      return new Refused(Why.NONE, "No site here is " + site.get() + "; 'host sites' lists them.");
    }
    int dropped = origin.isPresent() ? pages.forget(origin.get(), _ -> true) : pages.dropAll();
    return new Done(json -> json.put("dropped", dropped));
  }
}
