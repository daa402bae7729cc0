package dev.sojourn.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Compiles agents that are written in a test, so that the hostile code stands in its test.
public final class AgentSource {
  public static final String ENTRY = "guest.Guest";

  private static final String HEAD =
      """
      package guest;
      import dev.sojourn.agent.*; import dev.sojourn.agent.parameter.*;
      import java.util.*;
      """;

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /// Opened once: opening all jars of the class path takes longer than compiling an agent.
  private static final StandardJavaFileManager CLASS_PATH =
      COMPILER.getStandardFileManager(null, null, null);

  private AgentSource() {}

  /// A jar of the agent `guest.Guest` with the given members; one of them is `visit`.
  public static byte[] agent(String members) {
    return jar(
        HEAD
            + "@SuppressWarnings(\"all\") public class Guest implements Agent {\n"
            + members
            + "}");
  }

  /// A jar of an agent that takes messages; two of the members are `visit` and `message`.
  public static byte[] listening(String members) {
    return jar(
        HEAD
            + "@SuppressWarnings(\"all\") public class Guest implements Agent, TakesMessages {\n"
            + members
            + "}");
  }

  /// A jar of an agent that does one of many things: the statements whose number stands behind the
  /// last slash of its first start URL. Compiling and admitting all of them once takes much less
  /// time than doing so for each.
  ///
  /// @param members what the statements use; among them `int n`, which is 0
  public static byte[] oneOfMany(String members, List<String> statements) {
    var methods = new StringBuilder(members);
    var cases = new StringBuilder();
    for (int i = 0; i < statements.size(); i++) {
      methods.append("\nvoid do%d(Visit visit) { if (n == 0) { ".formatted(i));
      methods.append(statements.get(i)).append(" } }");
      cases.append(" case \"%d\" -> do%d(visit);".formatted(i, i));
    }
    return agent(
        methods
            + "\npublic Next visit(Visit visit) { var start = visit.starts().getFirst();"
            + " switch (start.substring(start.lastIndexOf('/') + 1)) {"
            + cases
            + " default -> throw new IllegalArgumentException(start); } return Next.done(); }\n");
  }

  /// A jar of an agent whose visit has the given statements; it ends as done unless they return.
  public static byte[] visiting(String statements) {
    return agent(
        "  public Next visit(Visit visit) { if (true) {\n"
            + statements
            + "\n  }\n    return Next.done();\n  }\n");
  }

  /// A jar of the compiled source.
  public static byte[] jar(String source) {
    return jar(compile(source));
  }

  /// A jar of class files by binary name.
  public static byte[] jar(Map<String, byte[]> classes) {
    var bytes = new ByteArrayOutputStream();
    try (var jar = new JarOutputStream(bytes)) {
      for (var entry : classes.entrySet()) {
        jar.putNextEntry(new JarEntry(entry.getKey().replace('.', '/') + ".class"));
        jar.write(entry.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /// Class files by binary name.
  public static synchronized Map<String, byte[]> compile(String source) {
    var classes = new TreeMap<String, ByteArrayOutputStream>();
    var messages = new StringWriter();
    var unit =
        new SimpleJavaFileObject(
            URI.create("mem:///guest/Guest.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    var files = new InMemory(CLASS_PATH, classes);
    var options = List.of("-proc:none", "-classpath", System.getProperty("java.class.path"));
    boolean compiled = COMPILER.getTask(messages, files, null, options, null, List.of(unit)).call();
    if (!compiled) {
      throw new IllegalArgumentException(messages + "\n" + source);
    }
    var result = new TreeMap<String, byte[]>();
    classes.forEach((name, bytes) -> result.put(name, bytes.toByteArray()));
    return result;
  }

  /// Keeps what the compiler writes.
  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> classes;

    InMemory(JavaFileManager manager, Map<String, ByteArrayOutputStream> classes) {
      super(manager);
      this.classes = classes;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("mem:///" + className.replace('.', '/')), kind) {
        @Override
        public OutputStream openOutputStream() {
          return classes.computeIfAbsent(className, _ -> new ByteArrayOutputStream());
        }
      };
    }
  }
}
