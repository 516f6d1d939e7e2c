package launcher;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.ClasspathResourceLoader;
import org.apache.lucene.util.ResourceLoader;
import org.apache.lucene.util.ResourceLoaderAware;
import org.apache.lucene.util.Version;
import org.elasticsearch.common.settings.Settings;

/**
 * One line of a component table: Elasticsearch's name, the name of Lucene's factory, and how settings become that
 * factory's arguments.
 *
 * <p>A line reads {@code name=factory option option …}, an option {@code setting:argument} or
 * {@code setting:argument=default}. An argument that ends in {@code ?} takes a boolean as 1 or 0, one that ends in
 * {@code @} takes a list, which Lucene reads as a file of words.
 */
record Component(String name, String factory, List<Option> options) {
    record Option(String setting, String argument, char kind, String otherwise) {
        static Option parse(String text) {
            String[] named = text.split(":", 2);
            String[] valued = named[1].split("=", 2);
            char last = valued[0].charAt(valued[0].length() - 1);
            boolean isMarked = last == '?' || last == '@';
            String argument = isMarked ? valued[0].substring(0, valued[0].length() - 1) : valued[0];
            return new Option(named[0], argument, isMarked ? last : ' ', valued.length > 1 ? valued[1] : null);
        }
    }

    /** Lucene's arguments, and the word files that they name. */
    record Arguments(Map<String, String> values, Map<String, String> files) {
        /** Completes a factory that reads files, or looks up classes, when it is made. */
        <F> F load(F factory) throws IOException {
            if (factory instanceof ResourceLoaderAware aware) aware.inform(new WordFiles(files));
            return factory;
        }
    }

    static List<Component> parseTable(String table) {
        return table.lines().map(Component::parse).toList();
    }

    private static Component parse(String line) {
        String[] words = line.trim().split("\\s+");
        String[] names = words[0].split("=", 2);
        List<Option> options = List.of(words).stream().skip(1).map(Option::parse).toList();
        return new Component(names[0], names[1], options);
    }

    Arguments argumentsOf(Settings settings) {
        Map<String, String> values = new HashMap<>();
        Map<String, String> files = new HashMap<>();
        for (Option option : options) {
            if (option.kind == '@') {
                List<String> words = settings.getAsList(option.setting);
                if (words.isEmpty()) continue;
                files.put(option.setting, String.join("\n", words));
                values.put(option.argument, option.setting);
            } else {
                String value = settings.get(option.setting, option.otherwise);
                if (value == null) continue;
                values.put(option.argument, option.kind == '?' ? (Boolean.parseBoolean(value) ? "1" : "0") : value);
            }
        }
        return new Arguments(values, files);
    }

    Arguments argumentsForVersionOf(Settings settings) {
        Arguments arguments = argumentsOf(settings);
        arguments.values.put("luceneMatchVersion", Version.LATEST.toString());
        return arguments;
    }

    /** Word lists that lie in settings instead of files; classes (Snowball's stemmers) come from the class path. */
    private record WordFiles(Map<String, String> texts) implements ResourceLoader {
        private static final ResourceLoader CLASS_PATH = new ClasspathResourceLoader(ResourceLoader.class);

        @Override
        public InputStream openResource(String name) {
            return new ByteArrayInputStream(texts.get(name).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public <T> Class<? extends T> findClass(String name, Class<T> type) {
            return CLASS_PATH.findClass(name, type);
        }

        @Override
        public <T> T newInstance(String name, Class<T> type) {
            return CLASS_PATH.newInstance(name, type);
        }
    }
}
