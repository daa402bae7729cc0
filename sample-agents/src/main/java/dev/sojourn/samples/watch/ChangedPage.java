package dev.sojourn.samples.watch;

import dev.sojourn.agent.PageChanges;
import java.time.Instant;

/// A page that is new, changed or gone.
///
/// @param url of the page
/// @param change how it changed
/// @param noticed when the agent noticed the change
/// @param title of the new version; empty text if the page is gone or has `noindex`
/// @param sizeBytes of the new version; 0 if the page is gone
public record ChangedPage(
    String url, PageChanges.Kind change, Instant noticed, String title, int sizeBytes) {}
