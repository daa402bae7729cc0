/// Copies of all that a host must not lose: [dev.sojourn.host.backup.BackupWriter] makes one file
/// beside a running daemon, [dev.sojourn.host.backup.BackupReader] puts it back.
@NullMarked
package dev.sojourn.host.backup;

import org.jspecify.annotations.NullMarked;
