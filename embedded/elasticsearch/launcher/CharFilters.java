package launcher;

import java.io.Reader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;
import org.apache.lucene.analysis.pattern.PatternReplaceCharFilter;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.analysis.Analysis;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingCharFilterFactory;
import org.elasticsearch.index.analysis.PreConfiguredCharFilter;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;

/** Character filters by Elasticsearch's names. */
final class CharFilters {
    static Map<String, AnalysisProvider<CharFilterFactory>> configurable() {
        return Map.of(
            "html_strip", AnalysisPlugin.requiresAnalysisSettings((index, environment, name, settings) -> {
                Set<String> kept = Set.copyOf(settings.getAsList("escaped_tags"));
                return named(name, input -> new HTMLStripCharFilter(input, kept));
            }),
            "mapping", AnalysisPlugin.requiresAnalysisSettings((index, environment, name, settings) -> {
                NormalizeCharMap mappings = mappings(environment, settings);
                return named(name, input -> new MappingCharFilter(mappings, input));
            }),
            "pattern_replace", AnalysisPlugin.requiresAnalysisSettings((index, environment, name, settings) -> {
                Pattern pattern = Pattern.compile(settings.get("pattern"));
                String replacement = settings.get("replacement", "");
                return named(name, input -> new PatternReplaceCharFilter(pattern, replacement, input));
            })
        );
    }

    static List<PreConfiguredCharFilter> preConfigured() {
        return List.of(PreConfiguredCharFilter.singleton("html_strip", false, HTMLStripCharFilter::new));
    }

    private static NormalizeCharMap mappings(Environment environment, Settings settings) {
        NormalizeCharMap.Builder mappings = new NormalizeCharMap.Builder();
        for (String rule : Analysis.getWordList(environment, settings, "mappings")) {
            String[] sides = rule.split("=>", 2);
            if (sides.length < 2) throw new IllegalArgumentException("a mapping needs [=>]: [" + rule + "]");
            mappings.add(sides[0].trim(), sides[1].trim());
        }
        return mappings.build();
    }

    private static CharFilterFactory named(String name, UnaryOperator<Reader> filter) {
        return new NormalizingCharFilterFactory() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Reader create(Reader input) {
                return filter.apply(input);
            }
        };
    }

    private CharFilters() {}
}
