package dev.sojourn.samples.watch;

import dev.sojourn.agent.PageChanges;
import java.time.Instant;

/// A page that is not as it was.
///
/// @param url of the page
/// @param change how it changed
/// @param noticed when the agent saw that
/// @param title of the page as it is now; empty of one that is gone, or that asks not to be indexed
/// @param sizeBytes of the page as it is now; 0 of one that is gone
public record ChangedPage(
    String url, PageChanges.Kind change, Instant noticed, String title, int sizeBytes) {}
