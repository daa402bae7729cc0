/// An agent that reads tables. Start with [dev.sojourn.samples.tables.TableAgent].
@NullMarked
package dev.sojourn.samples.tables;

import org.jspecify.annotations.NullMarked;
