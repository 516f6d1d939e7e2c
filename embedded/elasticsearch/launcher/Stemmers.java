package launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenFilterFactory;

/** Lucene's stemmers by the languages of Elasticsearch's {@code stemmer} filter. */
final class Stemmers {
    private static final Map<String, String> NORWEGIAN_NYNORSK = Map.of("variant", "nn");

    /** Languages whose factory is not named after them. */
    private static final Map<String, String> FACTORIES = Map.ofEntries(
        Map.entry("english", "porterStem"),
        Map.entry("porter", "porterStem"),
        Map.entry("possessive_english", "englishPossessive"),
        Map.entry("light_english", "kStem"),
        Map.entry("kstem", "kStem"),
        Map.entry("light_bengali", "bengaliStem"),
        Map.entry("light_nynorsk", "norwegianLightStem"),
        Map.entry("minimal_nynorsk", "norwegianMinimalStem"),
        Map.entry("portuguese_rslp", "portugueseStem"),
        Map.entry("spanish_plural", "spanishPluralStem")
    );
    private static final Pattern NAMED_AFTER_LANGUAGE = Pattern.compile(
        "arabic|bengali|brazilian|bulgarian|czech|galician|greek|hindi|indonesian|latvian|persian|sorani"
    );
    /** {@code light_german} is Lucene's {@code germanLightStem}. */
    private static final Pattern GRADED = Pattern.compile("(light|minimal)_([a-z]+)");
    private static final Map<String, String> SNOWBALL_NAMES = Map.of(
        "porter2", "English",
        "german2", "German"
    );

    static TokenFilterFactory forLanguage(String name) {
        String language = name.toLowerCase(Locale.ROOT);
        String factory = factoryFor(language);
        if (factory == null) {
            String snowball = SNOWBALL_NAMES.getOrDefault(language, capitalized(language));
            return snowball(snowball);
        }
        return TokenFilters.factory(factory, language.endsWith("nynorsk") ? NORWEGIAN_NYNORSK : Map.of());
    }

    private static String factoryFor(String language) {
        String factory = FACTORIES.get(language);
        if (factory != null) return factory;
        if (NAMED_AFTER_LANGUAGE.matcher(language).matches()) return language + "Stem";
        Matcher graded = GRADED.matcher(language);
        return graded.matches() ? graded.group(2) + capitalized(graded.group(1)) + "Stem" : null;
    }

    private static TokenFilterFactory snowball(String language) {
        try {
            var arguments = new Component.Arguments(Map.of("language", language), Map.of());
            return arguments.load(TokenFilters.factory("snowballPorter", arguments.values()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static String capitalized(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private Stemmers() {}
}
