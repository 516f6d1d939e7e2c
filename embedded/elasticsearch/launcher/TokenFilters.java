package launcher;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.TokenStream;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;

/** Token filters by Elasticsearch's names. */
final class TokenFilters {
    private static final List<Component> TABLE = Component.parseTable("""
        asciifolding=asciiFolding preserve_original:preserveOriginal
        cjk_bigram=cjkBigram output_unigrams:outputUnigrams
        cjk_width=cjkWidth
        limit=limitTokenCount max_token_count:maxTokenCount=1 consume_all_tokens:consumeAllTokens
        porter_stem=porterStem""");

    /** Lucene's factories by the languages of Elasticsearch's {@code stemmer} filter. */
    private static final Map<String, String> STEMMERS = Map.of(
        "english", "porterStem",
        "possessive_english", "englishPossessive"
    );

    static Map<String, AnalysisProvider<TokenFilterFactory>> configurable() {
        Map<String, AnalysisProvider<TokenFilterFactory>> filters = new TreeMap<>();
        for (Component component : TABLE) {
            filters.put(component.name(), AnalysisPlugin.requiresAnalysisSettings(
                (index, environment, name, settings) -> fromLucene(component, name, settings)
            ));
        }
        filters.put("stemmer", AnalysisPlugin.requiresAnalysisSettings(
            (index, environment, name, settings) -> named(name, stemmer(settings.get("language", "english")))
        ));
        return filters;
    }

    static List<PreConfiguredTokenFilter> preConfigured() {
        List<PreConfiguredTokenFilter> filters = new ArrayList<>();
        for (Component component : TABLE) {
            var filter = fromLucene(component, component.name(), Settings.EMPTY);
            boolean normalizes = filter instanceof NormalizingTokenFilterFactory;
            filters.add(PreConfiguredTokenFilter.singleton(component.name(), normalizes, filter::create));
        }
        return filters;
    }

    private static TokenFilterFactory fromLucene(Component component, String name, Settings settings) {
        return named(name, factory(component.factory(), component.argumentsOf(settings)));
    }

    private static org.apache.lucene.analysis.TokenFilterFactory stemmer(String language) {
        String name = STEMMERS.get(language);
        if (name == null) throw new IllegalArgumentException("there is no stemmer [" + language + "]");
        return factory(name, Map.of());
    }

    private static org.apache.lucene.analysis.TokenFilterFactory factory(String name, Map<String, String> arguments) {
        return org.apache.lucene.analysis.TokenFilterFactory.forName(name, new HashMap<>(arguments));
    }

    /** A Lucene factory as one of Elasticsearch's, usable in normalizers when Lucene says so. */
    private static TokenFilterFactory named(String name, org.apache.lucene.analysis.TokenFilterFactory factory) {
        return normalizes(factory) ? normalizing(name, factory::create) : named(name, factory::create);
    }

    private static TokenFilterFactory named(String name, UnaryOperator<TokenStream> filter) {
        return new TokenFilterFactory() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public TokenStream create(TokenStream input) {
                return filter.apply(input);
            }
        };
    }

    private static NormalizingTokenFilterFactory normalizing(String name, UnaryOperator<TokenStream> filter) {
        return new NormalizingTokenFilterFactory() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public TokenStream create(TokenStream input) {
                return filter.apply(input);
            }
        };
    }

    private static boolean normalizes(org.apache.lucene.analysis.TokenFilterFactory factory) {
        try {
            var method = factory.getClass().getMethod("normalize", TokenStream.class);
            return method.getDeclaringClass() == factory.getClass();
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private TokenFilters() {}
}
