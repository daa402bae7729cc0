package dev.sojourn.host.backup;

import dev.sojourn.host.audit.AuditVerdict;

/// The numbers of items in a backup.
///
/// @param bytes the size of the file
/// @param visits the number of visits in the backup, ended or not
/// @param bans the number of bans in the backup, including ended ones
/// @param audit whether the audit log in it is whole
public record BackupSummary(long bytes, long visits, long bans, AuditVerdict audit) {}
