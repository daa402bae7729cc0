/// Files of the programs: for their owner alone ([dev.sojourn.base.file.OwnerOnly]), replaced as a
/// whole ([dev.sojourn.base.file.AtomicFile]), and read only if they are files
/// ([dev.sojourn.base.file.RegularFile]).
@NullMarked
package dev.sojourn.base.file;

import org.jspecify.annotations.NullMarked;
