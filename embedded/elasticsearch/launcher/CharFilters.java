package launcher;

import java.io.Reader;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.pattern.PatternReplaceCharFilter;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingCharFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;

/** Character filters by Elasticsearch's names. */
final class CharFilters {
    static Map<String, AnalysisProvider<CharFilterFactory>> configurable() {
        return Map.of(
            "pattern_replace", AnalysisPlugin.requiresAnalysisSettings((index, environment, name, settings) -> {
                Pattern pattern = Pattern.compile(settings.get("pattern"));
                return patternReplace(name, pattern, settings.get("replacement", ""));
            })
        );
    }

    private static CharFilterFactory patternReplace(String name, Pattern pattern, String replacement) {
        return new NormalizingCharFilterFactory() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Reader create(Reader input) {
                return new PatternReplaceCharFilter(pattern, replacement, input);
            }
        };
    }

    private CharFilters() {}
}
