/// The JSON objects of the protocol: read strictly, member by member, and written compactly.
///
/// [dev.sojourn.base.json.JsonMembers] reads, [dev.sojourn.base.json.JsonWriter] writes.
@NullMarked
package dev.sojourn.base.json;

import org.jspecify.annotations.NullMarked;
