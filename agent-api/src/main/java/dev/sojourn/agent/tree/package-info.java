/// The elements of a page without a parser: start with [PageTree] and [PageElement]. Their arrays
/// come from another process ([TreeData]), and are checked before use. No method uses recursion,
/// and each takes time in proportion to the elements, attributes and characters that it looks at.
@NullMarked
package dev.sojourn.agent.tree;

import org.jspecify.annotations.NullMarked;
