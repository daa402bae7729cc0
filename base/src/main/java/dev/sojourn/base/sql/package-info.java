/// SQLite as the stores of host and crawl use it: [dev.sojourn.base.sql.SqliteSession] opens a
/// file, carries out statements and transactions, and distinguishes a full disk from other faults.
@NullMarked
package dev.sojourn.base.sql;

import org.jspecify.annotations.NullMarked;
