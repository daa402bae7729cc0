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

/// The handler of FETCH: gives code by its digest, and nothing by any other name. The path is never
/// one of a file.
///
/// @param store has the code
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
