package dev.sojourn.visit.warc;

/// The place of a record.
///
/// @param file its number among the files of the site
/// @param offset where the record begins, in bytes; of a compressed one, where its member does
record WarcPlace(int file, long offset) {}
