package launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.LetterTokenizer;
import org.apache.lucene.analysis.th.ThaiTokenizer;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.PreConfiguredTokenizer;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;

/** Tokenizers by Elasticsearch's names. */
final class Tokenizers {
    private static final String PATH_OPTIONS = "delimiter:delimiter replacement:replace skip:skip reverse:reverse";

    private static final List<Component> TABLE = Component.parseTable("""
        classic=classic max_token_length:maxTokenLength
        keyword=keyword
        letter=letter
        path_hierarchy=pathHierarchy %1$s
        PathHierarchy=pathHierarchy %1$s
        pattern=pattern pattern:pattern=\\W+ group:group=-1
        simple_pattern=simplePattern pattern:pattern=
        simple_pattern_split=simplePatternSplit pattern:pattern=
        thai=thai
        uax_url_email=uax29UrlEmail max_token_length:maxTokenLength
        whitespace=whitespace max_token_length:maxTokenLen""".formatted(PATH_OPTIONS));

    static Map<String, AnalysisProvider<TokenizerFactory>> configurable() {
        Map<String, AnalysisProvider<TokenizerFactory>> tokenizers = new TreeMap<>();
        for (Component component : available()) {
            tokenizers.put(component.name(), AnalysisPlugin.requiresAnalysisSettings(
                (index, environment, name, settings) -> fromLucene(component, name, settings)
            ));
        }
        tokenizers.put("edge_ngram", AnalysisPlugin.requiresAnalysisSettings(
            (index, environment, name, settings) -> NGrams.tokenizer(name, true, settings)
        ));
        tokenizers.put("ngram", AnalysisPlugin.requiresAnalysisSettings((index, environment, name, settings) -> {
            NGrams.checkLengths(index, settings);
            return NGrams.tokenizer(name, false, settings);
        }));
        return tokenizers;
    }

    static List<PreConfiguredTokenizer> preConfigured() {
        List<PreConfiguredTokenizer> tokenizers = new ArrayList<>();
        for (Component component : available()) {
            TokenizerFactory tokenizer = fromLucene(component, component.name(), Settings.EMPTY);
            tokenizers.add(PreConfiguredTokenizer.singleton(component.name(), tokenizer::create));
        }
        for (boolean isEdge : new boolean[] { false, true }) {
            String name = isEdge ? "edge_ngram" : "ngram";
            TokenizerFactory tokenizer = NGrams.tokenizer(name, isEdge, Settings.EMPTY);
            tokenizers.add(PreConfiguredTokenizer.singleton(name, tokenizer::create));
        }
        tokenizers.add(PreConfiguredTokenizer.singleton("lowercase", LetterTokenizer::new));
        return tokenizers;
    }

    /** A trimmed Java may lack the word boundaries of Thai. */
    private static List<Component> available() {
        return TABLE.stream().filter(c -> !c.name().equals("thai") || ThaiTokenizer.DBBI_AVAILABLE).toList();
    }

    private static TokenizerFactory fromLucene(Component component, String name, Settings settings) {
        Map<String, String> arguments = component.argumentsOf(settings).values();
        var factory = org.apache.lucene.analysis.TokenizerFactory.forName(component.factory(), arguments);
        return TokenizerFactory.newFactory(name, factory::create);
    }

    private Tokenizers() {}
}
