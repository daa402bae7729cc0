package dev.sojourn.lab.process;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The use of a process and all its descendants, summed over samples. Not thread-safe.
///
/// Linux adds the time of an ended child to its parent, but only if the parent waited for it. So
/// the time of a killed worker is lost with the process between it and the daemon. This tree keeps
/// the last sample of each process that ended. It compares those samples with the time that the
/// parent received, and adds only what the parent lacks:
///
/// ```
///   sample 1: daemon 2.0 s, ended children 0.0 s    worker 5.0 s   sum 7.0 s
///   sample 2: daemon 2.1 s, ended children 5.1 s    (ended)        sum 7.2 s: the parent waited
///   sample 2: daemon 2.1 s, ended children 0.0 s    (ended)        sum 7.1 s: 5.0 s are added
/// ```
///
/// A parent may receive the time one sample before or after its child disappears, since the files
/// of a sample are read one after the other. Therefore two samples are compared together. The sum
/// misses what a process does between its last sample and its end, if no parent waits. It also
/// misses an orphan that no sample saw as a descendant.
final class ProcessTree {
  private final long root;
  private final Map<ProcessIdentity, TreeMember> members = new HashMap<>();

  /// Time of ended processes without a parent in the tree.
  private long lostMillis;

  private long residentBytes;
  private boolean isFound;

  /// Prepares the tree.
  ///
  /// @param root the process id of its root
  ProcessTree(long root) {
    this.root = root;
  }

  /// A process; ids alone are used again.
  private record ProcessIdentity(long pid, long startTicks) {}

  /// The latest figures of a process in the tree, in milliseconds.
  private static final class TreeMember {
    private ProcessStat stat;

    /// Time of ended children that the process did not receive.
    private long extra;

    /// The part of the latest sample in that time. The process may still receive it.
    private long late;

    /// Time that the process received in the latest sample. Its children may be still there.
    private long early;

    TreeMember(ProcessStat stat) {
      this.stat = stat;
    }

    long total() {
      return stat.both().toMillis() + extra;
    }

    /// Counts children that have ended since the last sample.
    ///
    /// @param received time of ended children that the process received since then
    /// @param known the last samples of the children that ended since then
    void settle(long received, long known) {
      long missing = Math.max(0, known - received);
      long surplus = Math.max(0, received - known);
      long repaid = Math.min(surplus, late);
      late = Math.max(0, missing - early);
      early = surplus - repaid;
      extra += late - repaid;
    }
  }

  /// Takes a sample.
  ///
  /// @param all the figures of all processes of the machine
  void sample(List<ProcessStat> all) {
    var now =
        all.stream()
            .collect(
                Collectors.toMap(
                    ProcessTree::identity, stat -> stat, (one, _) -> one, HashMap::new));
    var present = present(all, now.keySet());
    var ended = new HashMap<ProcessIdentity, TreeMember>(members);
    ended.keySet().removeAll(present);
    members.keySet().retainAll(present);
    var known = new HashMap<ProcessIdentity, Long>();
    for (var member : ended.values()) {
      if (parent(member, ended.keySet()).isEmpty()) {
        lost(member, ended.values(), known);
      }
    }
    residentBytes = 0;
    now.keySet().retainAll(present);
    for (var each : now.entrySet()) {
      var stat = each.getValue();
      var member = members.computeIfAbsent(each.getKey(), _ -> new TreeMember(stat));
      long received = stat.ofEnded().minus(member.stat.ofEnded()).toMillis();
      member.settle(received, known.getOrDefault(each.getKey(), 0L));
      member.stat = stat;
      residentBytes += stat.residentBytes();
    }
  }

  /// The processes of the tree that run, those that have lost their parent included.
  private Set<ProcessIdentity> present(List<ProcessStat> all, Set<ProcessIdentity> now) {
    var children = all.stream().collect(Collectors.groupingBy(ProcessStat::parent));
    var open = new ArrayDeque<ProcessIdentity>(members.keySet());
    if (!isFound) {
      all.stream().filter(stat -> stat.pid() == root).map(ProcessTree::identity).forEach(open::add);
      isFound = !open.isEmpty();
    }
    var present = new HashSet<ProcessIdentity>();
    while (!open.isEmpty()) {
      var identity = open.remove();
      if (now.contains(identity) && present.add(identity)) {
        children.getOrDefault(identity.pid(), List.of()).stream()
            .map(ProcessTree::identity)
            .forEach(open::add);
      }
    }
    return present;
  }

  /// Passes the time of an ended process, and of its descendants that ended with it, to the nearest
  /// ancestor that runs.
  private void lost(
      TreeMember top, Collection<TreeMember> ended, Map<ProcessIdentity, Long> known) {
    long time = total(top, ended);
    parent(top, members.keySet())
        .ifPresentOrElse(parent -> known.merge(parent, time, Long::sum), () -> lostMillis += time);
  }

  private static long total(TreeMember top, Collection<TreeMember> ended) {
    long ofChildren =
        ended.stream()
            .filter(member -> member.stat.parent() == top.stat.pid())
            .mapToLong(member -> total(member, ended))
            .sum();
    top.settle(0, ofChildren);
    return top.total();
  }

  private static Optional<ProcessIdentity> parent(TreeMember member, Set<ProcessIdentity> among) {
    return among.stream().filter(identity -> identity.pid() == member.stat.parent()).findFirst();
  }

  private static ProcessIdentity identity(ProcessStat stat) {
    return new ProcessIdentity(stat.pid(), stat.startTicks());
  }

  /// {@return processor time of all samples so far, in milliseconds}
  long millis() {
    return lostMillis + members.values().stream().mapToLong(TreeMember::total).sum();
  }

  /// {@return resident memory of the latest sample}
  long residentBytes() {
    return residentBytes;
  }
}
