/// The page store: the views of pages that readers have made, on disk. Start with
/// [dev.sojourn.host.page.PageStore].
///
/// The store is a cache. It may lose any view at any time, which costs only the time to make it
/// again. So it never fails: a file that cannot be used is deleted and made again.
@NullMarked
package dev.sojourn.host.page;

import org.jspecify.annotations.NullMarked;
