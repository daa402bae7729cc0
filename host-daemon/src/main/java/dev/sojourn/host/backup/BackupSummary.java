package dev.sojourn.host.backup;

import dev.sojourn.host.audit.AuditVerdict;

/// The content of a backup, in figures.
///
/// @param bytes of the file
/// @param visits on disk, over or not
/// @param bans that are kept, ended ones too
/// @param audit whether the audit log in it is whole
public record BackupSummary(long bytes, long visits, long bans, AuditVerdict audit) {}
