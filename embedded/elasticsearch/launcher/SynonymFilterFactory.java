package launcher;

import java.io.IOException;
import java.io.StringReader;
import java.text.ParseException;
import java.util.List;
import java.util.function.Function;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.FlattenGraphFilter;
import org.apache.lucene.analysis.synonym.SolrSynonymParser;
import org.apache.lucene.analysis.synonym.SynonymGraphFilter;
import org.apache.lucene.analysis.synonym.SynonymMap;
import org.apache.lucene.analysis.synonym.WordnetSynonymParser;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.analysis.Analysis;
import org.elasticsearch.index.analysis.AnalysisMode;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.CustomAnalyzer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;

/** Synonyms; their rules are read with the tokenizer and the filters that stand before this one in the analyzer. */
final class SynonymFilterFactory implements TokenFilterFactory {
    private final String name;
    private final boolean isGraph;
    private final Environment environment;
    private final Settings settings;

    SynonymFilterFactory(String name, boolean isGraph, Environment environment, Settings settings) {
        this.name = name;
        this.isGraph = isGraph;
        this.environment = environment;
        this.settings = settings;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public TokenStream create(TokenStream input) {
        throw new IllegalStateException("[" + name + "] can only be used in an analyzer");
    }

    @Override
    public AnalysisMode getAnalysisMode() {
        return settings.getAsBoolean("updateable", false) ? AnalysisMode.SEARCH_TIME : AnalysisMode.ALL;
    }

    @Override
    public TokenFilterFactory getChainAwareTokenFilterFactory(
        IndexService.IndexCreationContext context,
        TokenizerFactory tokenizer,
        List<CharFilterFactory> charFilters,
        List<TokenFilterFactory> before,
        Function<String, TokenFilterFactory> filters
    ) {
        Analyzer chain = new CustomAnalyzer(
            tokenizer,
            charFilters.toArray(CharFilterFactory[]::new),
            before.stream().map(TokenFilterFactory::getSynonymFilter).toArray(TokenFilterFactory[]::new)
        );
        SynonymMap synonyms = parse(chain);
        return TokenFilters.named(name, input -> {
            if (synonyms.fst == null) return input;
            TokenStream graph = new SynonymGraphFilter(input, synonyms, false);
            return isGraph ? graph : new FlattenGraphFilter(graph);
        });
    }

    private SynonymMap parse(Analyzer chain) {
        boolean expand = settings.getAsBoolean("expand", true);
        boolean isLenient = settings.getAsBoolean("lenient", false);
        SynonymMap.Parser parser = "wordnet".equalsIgnoreCase(settings.get("format"))
            ? new WordnetSynonymParser(true, expand, chain)
            : new SolrSynonymParser(true, expand, chain);
        try {
            for (String rule : Analysis.getWordList(environment, settings, "synonyms")) {
                try {
                    parser.parse(new StringReader(rule));
                } catch (ParseException unusable) {
                    if (!isLenient) throw unusable;
                }
            }
            return parser.build();
        } catch (IOException | ParseException unusable) {
            throw new IllegalArgumentException("failed to build synonyms", unusable);
        }
    }
}
