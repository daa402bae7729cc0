/// Files of the programs: made so that nobody but their owner may look into them. Start with
/// [dev.sojourn.host.file.OwnerOnly].
@NullMarked
package dev.sojourn.host.file;

import org.jspecify.annotations.NullMarked;
