/// SQLite for the stores of host and crawl: [dev.sojourn.base.sql.SqliteSession] opens a file,
/// executes statements and transactions, and distinguishes a full disk from other faults.
@NullMarked
package dev.sojourn.base.sql;

import org.jspecify.annotations.NullMarked;
