/// The changes of pages at this host: [FolderChanges] watches the folders of sites at which agents
/// stay, and records in [ChangeLog] which files are new, changed or gone.
@NullMarked
package dev.sojourn.host.change;

import org.jspecify.annotations.NullMarked;
