package dev.sojourn.sandbox.worker.state.frontier;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// The links of repeated bodies in a frontier, as the serializer sees them.
final class RepeatedLinksFields {
  private final Field batches;
  private final Field body;
  private final Field foundOn;
  private final Field depth;
  private final Field begun;
  private final Field paid;
  private final Field urls;
  private final Method restore;

  /// The links of one page.
  ///
  /// @param body the fingerprint of its body
  /// @param foundOn the page
  /// @param depth of its links
  /// @param begun whether one of them was handed out
  /// @param paid whether one of them led to a new body
  /// @param urls of the links that wait
  record Batch(
      long body, String foundOn, int depth, boolean begun, boolean paid, Collection<String> urls) {}

  RepeatedLinksFields(Class<?> type) {
    this.batches = FrontierSerializer.field(type, "batches");
    try {
      var batch = Class.forName(type.getName() + "$Batch", false, type.getClassLoader());
      this.body = FrontierSerializer.field(batch, "body");
      this.foundOn = FrontierSerializer.field(batch, "foundOn");
      this.depth = FrontierSerializer.field(batch, "depth");
      this.begun = FrontierSerializer.field(batch, "begun");
      this.paid = FrontierSerializer.field(batch, "paid");
      this.urls = FrontierSerializer.field(batch, "urls");
      this.restore =
          type.getDeclaredMethod(
              "restore",
              long.class,
              String.class,
              int.class,
              boolean.class,
              boolean.class,
              Collection.class);
      restore.setAccessible(true);
    } catch (NoSuchMethodException | ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  List<Batch> of(Object links) throws IllegalAccessException {
    var found = new ArrayList<Batch>();
    for (var batch : (Collection<?>) batches.get(links)) {
      @SuppressWarnings("unchecked") // declared so in Batch
      var waiting = (Collection<String>) urls.get(batch);
      found.add(
          new Batch(
              body.getLong(batch),
              (String) foundOn.get(batch),
              depth.getInt(batch),
              begun.getBoolean(batch),
              paid.getBoolean(batch),
              waiting));
    }
    return found;
  }

  void add(Object links, Batch batch) throws IllegalAccessException {
    try {
      restore.invoke(
          links,
          batch.body(),
          batch.foundOn(),
          batch.depth(),
          batch.begun(),
          batch.paid(),
          batch.urls());
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
