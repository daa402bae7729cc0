/// Other crawlers that run on Java, each as a small program that follows the links of a site and
/// ends. Experiments start them as processes of their own (docs/lab.md).
@NullMarked
package dev.sojourn.lab.peer;

import org.jspecify.annotations.NullMarked;
