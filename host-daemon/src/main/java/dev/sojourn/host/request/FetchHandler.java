package dev.sojourn.host.request;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import java.util.Optional;

/// Handles FETCH: returns code by its digest. The path is never the path of a file.
///
/// @param store the store of code
public record FetchHandler(Store store) {

  AtpResponse answer(AtpRequest request) throws StoreException {
    var digest = Digest.parse(request.target().path().substring(1));
    var code = digest.isPresent() ? store.code(digest.get()) : Optional.<byte[]>empty();
    return code.map(jar -> AtpResponse.okay("application/java-archive", Bytes.wrap(jar)))
        .orElseGet(
            () ->
                AtpResponse.refusal(
                    new Problem(
                        "code-unknown",
                        AtpStatus.NOT_FOUND,
                        "There is no such code here; FETCH takes / and the SHA-256 of code.")));
  }
}
