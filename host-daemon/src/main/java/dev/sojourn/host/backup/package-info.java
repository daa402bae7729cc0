/// Backups of all data that a host must not lose. [dev.sojourn.host.backup.BackupWriter] makes one
/// file, also while a daemon runs, and [dev.sojourn.host.backup.BackupReader] restores it.
@NullMarked
package dev.sojourn.host.backup;

import org.jspecify.annotations.NullMarked;
