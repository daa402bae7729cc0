package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Serializer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The containers of java.util that a state may contain, in the order of their numbers.
@SuppressWarnings("unchecked") // the element type of a view is unknown
final class Containers {
  private final KnownTypes.Group group;
  private final ContainerSerializers make;
  private final Views views;

  private Containers(KnownTypes.Group group, ContainerSerializers make, Views views) {
    this.group = group;
    this.make = make;
    this.views = views;
  }

  static void register(
      KnownTypes.Group group, ContainerSerializers make, Views views, EnumContainers enums) {
    var containers = new Containers(group, make, views);
    containers.changeable();
    containers.lists();
    containers.sets();
    containers.maps();
    enums.register(group);
    containers.later();
  }

  @SuppressWarnings("JdkObsolete") // an agent may prefer a LinkedList
  private void changeable() {
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
  }

  @SuppressWarnings("JdkObsolete") // as above
  private void lists() {
    var frozen = make.list();
    group.addUnchecked(List.of().getClass(), frozen);
    group.addUnchecked(List.of(1).getClass(), frozen);
    group.addUnchecked(List.of(1, 2, 3).subList(0, 2).getClass(), frozen);
    group.addUnchecked(
        Collections.emptyList().getClass(), make.fixed(false, 0, _ -> Collections.emptyList()));
    group.addUnchecked(
        Collections.singletonList(1).getClass(),
        make.fixed(false, 1, list -> Collections.singletonList(list.getFirst())));
    var view = views.of(Backing.OF_COLLECTION, List.class, Collections::unmodifiableList);
    group.addUnchecked(Collections.unmodifiableList(new ArrayList<>()).getClass(), view);
    group.addUnchecked(Collections.unmodifiableList(new LinkedList<>()).getClass(), view);
    group.addUnchecked(
        Arrays.asList(1).getClass(),
        views.of(Backing.OF_ARRAY_LIST, Object[].class, Arrays::asList));
  }

  private void sets() {
    var frozen = make.set();
    group.addUnchecked(Set.of().getClass(), frozen);
    group.addUnchecked(Set.of(1).getClass(), frozen);
    group.addUnchecked(
        Collections.emptySet().getClass(), make.fixed(true, 0, _ -> Collections.emptySet()));
    group.addUnchecked(
        Collections.singleton(1).getClass(),
        make.fixed(true, 1, list -> Collections.singleton(list.getFirst())));
    group.addUnchecked(
        Collections.unmodifiableSet(new HashSet<>()).getClass(),
        views.of(Backing.OF_COLLECTION, Set.class, Collections::unmodifiableSet));
    group.addUnchecked(
        Collections.unmodifiableSortedSet(new TreeSet<Integer>()).getClass(),
        views.of(Backing.OF_COLLECTION, SortedSet.class, Collections::unmodifiableSortedSet));
  }

  private void maps() {
    var frozen = make.frozenMap(ContainerSerializers::mapOf);
    group.addUnchecked(Map.of().getClass(), frozen);
    group.addUnchecked(Map.of(1, 1).getClass(), frozen);
    group.addUnchecked(
        Collections.emptyMap().getClass(),
        make.frozenMap(
            map -> {
              ContainerSerializers.requireSize(map.size(), 0);
              return Collections.emptyMap();
            }));
    group.addUnchecked(
        Collections.singletonMap(1, 1).getClass(),
        make.frozenMap(
            map -> {
              ContainerSerializers.requireSize(map.size(), 1);
              var only = map.firstEntry();
              return Collections.singletonMap(only.getKey(), only.getValue());
            }));
    group.addUnchecked(
        Collections.unmodifiableMap(new HashMap<>()).getClass(),
        views.of(Backing.OF_MAP, Map.class, Collections::unmodifiableMap));
    group.addUnchecked(
        Collections.unmodifiableSortedMap(new TreeMap<Integer, Integer>()).getClass(),
        views.of(Backing.OF_MAP, SortedMap.class, Collections::unmodifiableSortedMap));
  }

  private void later() {
    collection(
        Collections.unmodifiableCollection(List.of()),
        Collection.class,
        Collections::unmodifiableCollection);
    collection(
        Collections.unmodifiableSequencedCollection(List.of()),
        SequencedCollection.class,
        Collections::unmodifiableSequencedCollection);
    collection(
        Collections.unmodifiableSequencedSet(new LinkedHashSet<>()),
        SequencedSet.class,
        Collections::unmodifiableSequencedSet);
    collection(
        Collections.unmodifiableNavigableSet(new TreeSet<Integer>()),
        NavigableSet.class,
        Collections::unmodifiableNavigableSet);
    map(
        Collections.unmodifiableSequencedMap(new LinkedHashMap<>()),
        SequencedMap.class,
        Collections::unmodifiableSequencedMap);
    map(
        Collections.unmodifiableNavigableMap(new TreeMap<Integer, Integer>()),
        NavigableMap.class,
        Collections::unmodifiableNavigableMap);
    group.addUnchecked(
        Collections.emptyNavigableSet().getClass(),
        make.fixed(true, 0, _ -> Collections.emptyNavigableSet()));
    group.addUnchecked(
        Collections.emptyNavigableMap().getClass(),
        make.frozenMap(
            map -> {
              ContainerSerializers.requireSize(map.size(), 0);
              return Collections.emptyNavigableMap();
            }));
  }

  private <B> void collection(
      Collection<?> example, Class<B> shown, java.util.function.Function<B, Collection<?>> around) {
    Serializer<Collection<?>> view = views.of(Backing.OF_COLLECTION, shown, around);
    group.addUnchecked(example.getClass(), view);
  }

  private <B> void map(
      Map<?, ?> example, Class<B> shown, java.util.function.Function<B, Map<?, ?>> around) {
    Serializer<Map<?, ?>> view = views.of(Backing.OF_MAP, shown, around);
    group.addUnchecked(example.getClass(), view);
  }
}
