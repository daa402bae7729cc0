/// Files of the programs: made so that nobody but their owner may look into them. Start with
/// [dev.sojourn.base.file.OwnerOnly].
@NullMarked
package dev.sojourn.base.file;

import org.jspecify.annotations.NullMarked;
