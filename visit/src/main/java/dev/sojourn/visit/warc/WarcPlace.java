package dev.sojourn.visit.warc;

import java.nio.file.Path;

/// The place of a record.
///
/// @param file the file that contains the record
/// @param offset the offset of the record, or of its gzip member, in bytes
/// @param id the id of the record, which shows whether the record is still at this place
record WarcPlace(Path file, long offset, WarcName id) {}
