/// Trials of agents by their authors: visits to a folder of pages, in the same sandbox as at hosts.
/// Start with [dev.sojourn.visit.trial.FolderVisit].
@NullMarked
package dev.sojourn.visit.trial;

import org.jspecify.annotations.NullMarked;
