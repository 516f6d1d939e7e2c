package launcher;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.StopwordAnalyzerBase;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.pattern.PatternTokenizer;
import org.apache.lucene.analysis.th.ThaiTokenizer;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.index.analysis.AbstractIndexAnalyzerProvider;
import org.elasticsearch.index.analysis.Analysis;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.PreBuiltAnalyzerProviderFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.indices.analysis.PreBuiltCacheFactory.CachingStrategy;
import org.elasticsearch.plugins.AnalysisPlugin;

/** The analyzers of languages, and {@code pattern}. */
final class Analyzers {
    /** Elasticsearch's name, and package and class of Lucene's. */
    private static final Map<String, String> LANGUAGES = parse("""
        arabic=ar.Arabic armenian=hy.Armenian basque=eu.Basque bengali=bn.Bengali brazilian=br.Brazilian
        bulgarian=bg.Bulgarian catalan=ca.Catalan cjk=cjk.CJK czech=cz.Czech danish=da.Danish dutch=nl.Dutch
        english=en.English estonian=et.Estonian finnish=fi.Finnish french=fr.French galician=gl.Galician
        german=de.German greek=el.Greek hindi=hi.Hindi hungarian=hu.Hungarian indonesian=id.Indonesian irish=ga.Irish
        italian=it.Italian latvian=lv.Latvian lithuanian=lt.Lithuanian norwegian=no.Norwegian persian=fa.Persian
        portuguese=pt.Portuguese romanian=ro.Romanian russian=ru.Russian serbian=sr.Serbian sorani=ckb.Sorani
        spanish=es.Spanish swedish=sv.Swedish thai=th.Thai turkish=tr.Turkish""");

    static Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> configurable() {
        Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> analyzers = new TreeMap<>();
        LANGUAGES.forEach((language, type) -> analyzers.put(language, AnalysisPlugin.requiresAnalysisSettings(
            (index, environment, name, settings) -> named(name, language(
                type,
                Analysis.parseStopWords(environment, settings, null),
                Analysis.parseStemExclusion(settings, null)
            ))
        )));
        analyzers.put("pattern", AnalysisPlugin.requiresAnalysisSettings(
            (index, environment, name, settings) -> named(name, pattern(environment, settings))
        ));
        return analyzers;
    }

    static List<PreBuiltAnalyzerProviderFactory> preBuilt() {
        return LANGUAGES.entrySet().stream()
            .map(e -> new PreBuiltAnalyzerProviderFactory(
                e.getKey(), CachingStrategy.ONE, () -> language(e.getValue(), null, null)
            ))
            .toList();
    }

    /** A trimmed Java may lack the word boundaries of Thai. */
    private static Map<String, String> parse(String table) {
        return Arrays.stream(table.split("\\s+"))
            .map(entry -> entry.split("="))
            .filter(entry -> !entry[0].equals("thai") || ThaiTokenizer.DBBI_AVAILABLE)
            .collect(Collectors.toMap(entry -> entry[0], entry -> entry[1]));
    }

    /** Lucene's analyzer with other stop words or with words that are not stemmed; null keeps its own. */
    private static Analyzer language(String type, CharArraySet stopWords, CharArraySet unstemmed) {
        try {
            Class<?> analyzer = Class.forName("org.apache.lucene.analysis." + type + "Analyzer");
            Analyzer standard = (Analyzer) analyzer.getConstructor().newInstance();
            if (stopWords == null && unstemmed == null) return standard;
            CharArraySet stop = stopWords == null ? ((StopwordAnalyzerBase) standard).getStopwordSet() : stopWords;
            if (unstemmed == null) {
                return (Analyzer) analyzer.getConstructor(CharArraySet.class).newInstance(stop);
            }
            var constructor = analyzer.getConstructor(CharArraySet.class, CharArraySet.class);
            return (Analyzer) constructor.newInstance(stop, unstemmed);
        } catch (ReflectiveOperationException unusable) {
            throw new IllegalArgumentException("these settings do not fit the analyzer of " + type, unusable);
        }
    }

    private static Analyzer pattern(Environment environment, Settings settings) {
        Pattern separator = Pattern.compile(settings.get("pattern", "\\W+"));
        boolean lowercases = settings.getAsBoolean("lowercase", true);
        CharArraySet stopWords = Analysis.parseStopWords(environment, settings, CharArraySet.EMPTY_SET);
        return new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer tokenizer = new PatternTokenizer(separator, -1);
                TokenStream tokens = lowercases ? new LowerCaseFilter(tokenizer) : tokenizer;
                return new TokenStreamComponents(tokenizer, new StopFilter(tokens, stopWords));
            }
        };
    }

    private static AnalyzerProvider<Analyzer> named(String name, Analyzer analyzer) {
        return new AbstractIndexAnalyzerProvider<>(name) {
            @Override
            public Analyzer get() {
                return analyzer;
            }
        };
    }

    private Analyzers() {}
}
