/// An agent that checks links to places in pages. Start with
/// [dev.sojourn.samples.fragments.FragmentAgent].
@NullMarked
package dev.sojourn.samples.fragments;

import org.jspecify.annotations.NullMarked;
