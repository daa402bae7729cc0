/// The changes of pages at this host: [RecordedChanges] has a watch for each site at which agents
/// stay. The watch records in [ChangeLog] which pages are new, changed or gone.
@NullMarked
package dev.sojourn.host.change;

import org.jspecify.annotations.NullMarked;
