package launcher;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.settings.Settings;

/**
 * One line of a component table: Elasticsearch's name, the name of Lucene's factory, and how settings become that
 * factory's arguments.
 *
 * <p>A line reads {@code name=factory option option …}, an option {@code setting:argument} or
 * {@code setting:argument=default}.
 */
record Component(String name, String factory, List<Option> options) {
    record Option(String setting, String argument, String otherwise) {
        static Option parse(String text) {
            String[] named = text.split(":", 2);
            String[] valued = named[1].split("=", 2);
            return new Option(named[0], valued[0], valued.length > 1 ? valued[1] : null);
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

    Map<String, String> argumentsOf(Settings settings) {
        Map<String, String> values = new HashMap<>();
        for (Option option : options) {
            String value = settings.get(option.setting, option.otherwise);
            if (value != null) values.put(option.argument, value);
        }
        return values;
    }
}
