package dev.sojourn.sandbox.worker.state;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The containers of java.util that may stand in a state, in the order of their numbers.
final class Containers {
  private Containers() {}

  @SuppressWarnings("JdkObsolete") // an agent may prefer a LinkedList
  static void register(KnownTypes.Group group, ContainerSerializers make, EnumContainers enums) {
    group.addUnchecked(ArrayList.class, make.sequence(ArrayList::new));
    group.addUnchecked(LinkedList.class, make.sequence(LinkedList::new));
    group.addUnchecked(ArrayDeque.class, make.sequence(ArrayDeque::new));
    group.addUnchecked(PriorityQueue.class, make.keyed(PriorityQueue::new));
    group.addUnchecked(HashSet.class, make.keyed(HashSet::new));
    group.addUnchecked(LinkedHashSet.class, make.keyed(LinkedHashSet::new));
    group.addUnchecked(TreeSet.class, make.keyed(TreeSet::new));
    group.addUnchecked(HashMap.class, make.map(HashMap::new));
    group.addUnchecked(LinkedHashMap.class, make.map(LinkedHashMap::new));
    group.addUnchecked(TreeMap.class, make.map(TreeMap::new));
    lists(group, make);
    sets(group, make);
    maps(group, make);
    enums.register(group);
  }

  @SuppressWarnings("JdkObsolete") // as above
  private static void lists(KnownTypes.Group group, ContainerSerializers make) {
    var frozen = make.frozen(false, list -> Collections.unmodifiableList(list));
    group.addUnchecked(List.of().getClass(), frozen);
    group.addUnchecked(List.of(1).getClass(), frozen);
    group.addUnchecked(List.of(1, 2, 3).subList(0, 2).getClass(), frozen);
    group.addUnchecked(Collections.emptyList().getClass(), frozen);
    group.addUnchecked(Collections.singletonList(1).getClass(), frozen);
    group.addUnchecked(Collections.unmodifiableList(new ArrayList<>()).getClass(), frozen);
    group.addUnchecked(Collections.unmodifiableList(new LinkedList<>()).getClass(), frozen);
    group.addUnchecked(
        Arrays.asList(1).getClass(), make.frozen(false, list -> Arrays.asList(list.toArray())));
  }

  private static void sets(KnownTypes.Group group, ContainerSerializers make) {
    var frozen = make.frozen(true, list -> Collections.unmodifiableSet(new LinkedHashSet<>(list)));
    group.addUnchecked(Set.of().getClass(), frozen);
    group.addUnchecked(Set.of(1).getClass(), frozen);
    group.addUnchecked(Collections.emptySet().getClass(), frozen);
    group.addUnchecked(Collections.singleton(1).getClass(), frozen);
    group.addUnchecked(Collections.unmodifiableSet(new HashSet<>()).getClass(), frozen);
    group.addUnchecked(
        Collections.unmodifiableSortedSet(new TreeSet<Integer>()).getClass(),
        make.frozen(true, list -> Collections.unmodifiableSortedSet(new TreeSet<>(list))));
  }

  private static void maps(KnownTypes.Group group, ContainerSerializers make) {
    var frozen = make.frozenMap(Collections::unmodifiableMap);
    group.addUnchecked(Map.of().getClass(), frozen);
    group.addUnchecked(Map.of(1, 1).getClass(), frozen);
    group.addUnchecked(Collections.emptyMap().getClass(), frozen);
    group.addUnchecked(Collections.singletonMap(1, 1).getClass(), frozen);
    group.addUnchecked(Collections.unmodifiableMap(new HashMap<>()).getClass(), frozen);
    group.addUnchecked(
        Collections.unmodifiableSortedMap(new TreeMap<Integer, Integer>()).getClass(),
        make.frozenMap(map -> Collections.unmodifiableSortedMap(new TreeMap<>(map))));
  }
}
