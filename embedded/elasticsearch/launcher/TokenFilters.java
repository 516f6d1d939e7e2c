package launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.shingle.ShingleFilter;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;
import org.elasticsearch.index.analysis.PreConfiguredTokenFilter;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;

/** Token filters by Elasticsearch's names. */
final class TokenFilters {
    private static final String WORD_PARTS = """
        generate_word_parts:generateWordParts? generate_number_parts:generateNumberParts? \
        catenate_words:catenateWords? catenate_numbers:catenateNumbers? catenate_all:catenateAll? \
        split_on_case_change:splitOnCaseChange? split_on_numerics:splitOnNumerics? \
        preserve_original:preserveOriginal? stem_english_possessive:stemEnglishPossessive? \
        protected_words:protected@ type_table:types@""";

    private static final List<Component> TABLE = Component.parseTable("""
        apostrophe=apostrophe
        arabic_normalization=arabicNormalization
        arabic_stem=arabicStem
        asciifolding=asciiFolding preserve_original:preserveOriginal
        bengali_normalization=bengaliNormalization
        brazilian_stem=brazilianStem
        cjk_bigram=cjkBigram output_unigrams:outputUnigrams
        cjk_width=cjkWidth
        classic=classic
        common_grams=commonGrams common_words:words@ ignore_case:ignoreCase
        czech_stem=czechStem
        decimal_digit=decimalDigit
        delimited_payload=delimitedPayload delimiter:delimiter encoding:encoder=float
        edge_ngram=edgeNGram min_gram:minGramSize=1 max_gram:maxGramSize=2 preserve_original:preserveOriginal
        elision=elision articles:articles@ articles_case:ignoreCase
        fingerprint=fingerprint separator:separator max_output_size:maxOutputTokenSize
        flatten_graph=flattenGraph
        french_stem=snowballPorter language:language=French
        german_normalization=germanNormalization
        german_stem=germanStem
        hindi_normalization=hindiNormalization
        indic_normalization=indicNormalization
        keep=keepWord keep_words:words@ keep_words_case:ignoreCase
        keyword_marker=keywordMarker keywords:protected@ keywords_pattern:pattern ignore_case:ignoreCase
        keyword_repeat=keywordRepeat
        kstem=kStem
        length=length min:min=0 max:max=2147483647
        limit=limitTokenCount max_token_count:maxTokenCount=1 consume_all_tokens:consumeAllTokens
        ngram=nGram min_gram:minGramSize=1 max_gram:maxGramSize=2 preserve_original:preserveOriginal
        pattern_replace=patternReplace pattern:pattern=(?!) replacement:replacement
        persian_normalization=persianNormalization
        porter_stem=porterStem
        remove_duplicates=removeDuplicates
        reverse=reverseString
        russian_stem=snowballPorter language:language=Russian
        scandinavian_folding=scandinavianFolding
        scandinavian_normalization=scandinavianNormalization
        serbian_normalization=serbianNormalization
        snowball=snowballPorter language:language=English
        sorani_normalization=soraniNormalization
        trim=trim
        truncate=truncate length:prefixLength=10
        type_as_payload=typeAsPayload
        uppercase=uppercase
        word_delimiter=wordDelimiter %1$s
        word_delimiter_graph=wordDelimiterGraph %1$s adjust_offsets:adjustOffsets""".formatted(WORD_PARTS));

    static Map<String, AnalysisProvider<TokenFilterFactory>> configurable() {
        Map<String, AnalysisProvider<TokenFilterFactory>> filters = new TreeMap<>();
        for (Component component : TABLE) {
            filters.put(component.name(), AnalysisPlugin.requiresAnalysisSettings(
                (index, environment, name, settings) -> {
                    if (component.name().equals("ngram")) NGrams.checkLengths(index, settings);
                    return fromLucene(component, name, settings);
                }
            ));
        }
        filters.put("lowercase", AnalysisPlugin.requiresAnalysisSettings(
            (index, environment, name, settings) ->
                named(name, factory(settings.get("language", "") + "Lowercase", Map.of()))
        ));
        filters.put("stemmer", AnalysisPlugin.requiresAnalysisSettings(
            (index, environment, name, settings) ->
                named(name, Stemmers.forLanguage(settings.get("language", settings.get("name", "porter"))))
        ));
        for (boolean isGraph : new boolean[] { false, true }) {
            filters.put(isGraph ? "synonym_graph" : "synonym", AnalysisPlugin.requiresAnalysisSettings(
                (index, environment, name, settings) -> new SynonymFilterFactory(name, isGraph, environment, settings)
            ));
        }
        return filters;
    }

    static List<PreConfiguredTokenFilter> preConfigured() {
        List<PreConfiguredTokenFilter> filters = new ArrayList<>();
        for (Component component : TABLE) {
            try {
                var filter = fromLucene(component, component.name(), Settings.EMPTY);
                boolean normalizes = filter instanceof NormalizingTokenFilterFactory;
                filters.add(PreConfiguredTokenFilter.singleton(component.name(), normalizes, filter::create));
            } catch (IllegalArgumentException | IOException | NullPointerException needsSettings) {
                // Lucene has no default for it, so that it cannot be used without a definition.
                continue;
            }
        }
        filters.add(PreConfiguredTokenFilter.singleton("stemmer", false, Stemmers.forLanguage("porter")::create));
        filters.add(PreConfiguredTokenFilter.singleton("stop", false, TokenFilters::withoutEnglishStopWords));
        filters.add(PreConfiguredTokenFilter.singleton("shingle", false, ShingleFilter::new));
        return filters;
    }

    static org.apache.lucene.analysis.TokenFilterFactory factory(String name, Map<String, String> arguments) {
        return org.apache.lucene.analysis.TokenFilterFactory.forName(name, new TreeMap<>(arguments));
    }

    /** A Lucene factory as one of Elasticsearch's, usable in normalizers when Lucene says so. */
    static TokenFilterFactory named(String name, org.apache.lucene.analysis.TokenFilterFactory factory) {
        return normalizes(factory) ? normalizing(name, factory::create) : named(name, factory::create);
    }

    static TokenFilterFactory named(String name, UnaryOperator<TokenStream> filter) {
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

    private static TokenFilterFactory fromLucene(Component component, String name, Settings settings)
        throws IOException {
        Component.Arguments arguments = component.argumentsForVersionOf(settings);
        return named(name, arguments.load(factory(component.factory(), arguments.values())));
    }

    private static boolean normalizes(org.apache.lucene.analysis.TokenFilterFactory factory) {
        try {
            var method = factory.getClass().getMethod("normalize", TokenStream.class);
            return method.getDeclaringClass() == factory.getClass();
        } catch (NoSuchMethodException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static TokenStream withoutEnglishStopWords(TokenStream input) {
        return new StopFilter(input, EnglishAnalyzer.ENGLISH_STOP_WORDS_SET);
    }

    private TokenFilters() {}
}
