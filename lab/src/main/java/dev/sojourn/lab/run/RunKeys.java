package dev.sojourn.lab.run;

import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/// The keys of a run: one for all its rounds, or one for each.
///
/// @param signing files of the keys that sign agents
/// @param trusted files of the public keys that hosts trust, in the same order
record RunKeys(List<Path> signing, List<Path> trusted) {

  /// Copies the lists.
  RunKeys {
    signing = List.copyOf(signing);
    trusted = List.copyOf(trusted);
  }

  /// Makes new keys.
  ///
  /// @param count number of keys, at least 1
  /// @param folder an existing folder for the files
  static RunKeys make(int count, Path folder) throws IOException {
    var signing = new ArrayList<Path>();
    var trusted = new ArrayList<Path>();
    var random = new SecureRandom();
    for (int number = 1; number <= count; number++) {
      var name = number == 1 ? "owner" : "owner-" + number;
      var owner = SigningKey.generate(random);
      signing.add(folder.resolve(name + ".key"));
      owner.write(signing.getLast());
      trusted.add(folder.resolve(name + ".jwk"));
      Files.write(trusted.getLast(), owner.verifyKey().toJwk().toArray());
    }
    return new RunKeys(signing, trusted);
  }

  /// {@return the file of the key that signs the agents of a round}
  ///
  /// @param round from 1
  Path ofRound(int round) {
    return signing.get(Math.min(round, signing.size()) - 1);
  }
}
