package launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.bn.BengaliAnalyzer;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.et.EstonianAnalyzer;
import org.apache.lucene.analysis.eu.BasqueAnalyzer;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.ga.IrishAnalyzer;
import org.apache.lucene.analysis.gl.GalicianAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.hy.ArmenianAnalyzer;
import org.apache.lucene.analysis.id.IndonesianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.lt.LithuanianAnalyzer;
import org.apache.lucene.analysis.lv.LatvianAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.sr.SerbianAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;
import org.elasticsearch.index.analysis.PreBuiltAnalyzerProviderFactory;
import org.elasticsearch.indices.analysis.PreBuiltCacheFactory.CachingStrategy;

/** Analyzers of languages by Elasticsearch's names; every index knows them without settings. */
final class LanguageAnalyzers {
    private static final Map<String, Supplier<Analyzer>> TABLE = Map.ofEntries(
        Map.entry("arabic", ArabicAnalyzer::new),
        Map.entry("armenian", ArmenianAnalyzer::new),
        Map.entry("basque", BasqueAnalyzer::new),
        Map.entry("bengali", BengaliAnalyzer::new),
        Map.entry("bulgarian", BulgarianAnalyzer::new),
        Map.entry("catalan", CatalanAnalyzer::new),
        Map.entry("czech", CzechAnalyzer::new),
        Map.entry("danish", DanishAnalyzer::new),
        Map.entry("dutch", DutchAnalyzer::new),
        Map.entry("estonian", EstonianAnalyzer::new),
        Map.entry("finnish", FinnishAnalyzer::new),
        Map.entry("french", FrenchAnalyzer::new),
        Map.entry("galician", GalicianAnalyzer::new),
        Map.entry("german", GermanAnalyzer::new),
        Map.entry("greek", GreekAnalyzer::new),
        Map.entry("hindi", HindiAnalyzer::new),
        Map.entry("hungarian", HungarianAnalyzer::new),
        Map.entry("indonesian", IndonesianAnalyzer::new),
        Map.entry("irish", IrishAnalyzer::new),
        Map.entry("italian", ItalianAnalyzer::new),
        Map.entry("latvian", LatvianAnalyzer::new),
        Map.entry("lithuanian", LithuanianAnalyzer::new),
        Map.entry("norwegian", NorwegianAnalyzer::new),
        Map.entry("persian", PersianAnalyzer::new),
        Map.entry("portuguese", PortugueseAnalyzer::new),
        Map.entry("romanian", RomanianAnalyzer::new),
        Map.entry("russian", RussianAnalyzer::new),
        Map.entry("serbian", SerbianAnalyzer::new),
        Map.entry("spanish", SpanishAnalyzer::new),
        Map.entry("swedish", SwedishAnalyzer::new),
        Map.entry("turkish", TurkishAnalyzer::new)
    );

    static List<PreBuiltAnalyzerProviderFactory> preBuilt() {
        List<PreBuiltAnalyzerProviderFactory> analyzers = new ArrayList<>();
        TABLE.forEach((name, make) ->
            analyzers.add(new PreBuiltAnalyzerProviderFactory(name, CachingStrategy.LUCENE, make)));
        return analyzers;
    }

    private LanguageAnalyzers() {}
}
