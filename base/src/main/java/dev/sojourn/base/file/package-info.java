/// Files of the programs: only for their owner ([dev.sojourn.base.file.OwnerOnly]), replaced
/// atomically ([dev.sojourn.base.file.AtomicFile]), and read only if they are regular files
/// ([dev.sojourn.base.file.RegularFile]).
@NullMarked
package dev.sojourn.base.file;

import org.jspecify.annotations.NullMarked;
