/// JSON objects as this protocol uses them: read strictly, member by member, and written compactly.
///
/// [dev.sojourn.atp.json.JsonMembers] reads, [dev.sojourn.atp.json.JsonWriter] writes.
@NullMarked
package dev.sojourn.atp.json;

import org.jspecify.annotations.NullMarked;
