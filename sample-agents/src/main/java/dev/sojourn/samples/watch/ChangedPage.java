package dev.sojourn.samples.watch;

import dev.sojourn.agent.PageChanges;
import java.time.Instant;

/// A page that is not as it was.
///
/// @param url of the page
/// @param change how it changed
/// @param noticed when the agent saw that
/// @param title of the page as it is now; empty if it is gone, or asks not to be indexed
/// @param sizeBytes of the page as it is now; 0 if it is gone
public record ChangedPage(
    String url, PageChanges.Kind change, Instant noticed, String title, int sizeBytes) {}
