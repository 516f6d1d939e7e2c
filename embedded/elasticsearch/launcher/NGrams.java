package launcher;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.ngram.EdgeNGramTokenizer;
import org.apache.lucene.analysis.ngram.NGramTokenizer;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.analysis.TokenizerFactory;

/** The n-gram tokenizers, whose classes of characters Lucene's factories cannot be given. */
final class NGrams {
    private static final int DEFAULT_MIN = 1;
    private static final int DEFAULT_MAX = 2;
    private static final Set<Integer> PUNCTUATION = Set.of(
        (int) Character.CONNECTOR_PUNCTUATION,
        (int) Character.DASH_PUNCTUATION,
        (int) Character.START_PUNCTUATION,
        (int) Character.END_PUNCTUATION,
        (int) Character.INITIAL_QUOTE_PUNCTUATION,
        (int) Character.FINAL_QUOTE_PUNCTUATION,
        (int) Character.OTHER_PUNCTUATION
    );
    private static final Set<Integer> SYMBOL = Set.of(
        (int) Character.CURRENCY_SYMBOL,
        (int) Character.MATH_SYMBOL,
        (int) Character.MODIFIER_SYMBOL,
        (int) Character.OTHER_SYMBOL
    );

    static TokenizerFactory tokenizer(String name, boolean isEdge, Settings settings) {
        int min = min(settings);
        int max = max(settings);
        IntPredicate isTokenChar = tokenChars(settings);
        return TokenizerFactory.newFactory(name, () -> isEdge ? edge(min, max, isTokenChar) : full(min, max, isTokenChar));
    }

    /** Refuses lengths that lie further apart than the index allows. */
    static void checkLengths(IndexSettings index, Settings settings) {
        int difference = max(settings) - min(settings);
        if (difference > index.getMaxNgramDiff()) {
            throw new IllegalArgumentException(
                "max_gram and min_gram are " + difference + " apart, but [index.max_ngram_diff] allows "
                    + index.getMaxNgramDiff()
            );
        }
    }

    private static int min(Settings settings) {
        return settings.getAsInt("min_gram", DEFAULT_MIN);
    }

    private static int max(Settings settings) {
        return settings.getAsInt("max_gram", DEFAULT_MAX);
    }

    private static Tokenizer edge(int min, int max, IntPredicate isTokenChar) {
        return new EdgeNGramTokenizer(min, max) {
            @Override
            protected boolean isTokenChar(int character) {
                return isTokenChar.test(character);
            }
        };
    }

    private static Tokenizer full(int min, int max, IntPredicate isTokenChar) {
        return new NGramTokenizer(min, max) {
            @Override
            protected boolean isTokenChar(int character) {
                return isTokenChar.test(character);
            }
        };
    }

    private static IntPredicate tokenChars(Settings settings) {
        List<String> names = settings.getAsList("token_chars");
        String custom = settings.get("custom_token_chars", "");
        return names.stream()
            .map(name -> tokenChar(name.toLowerCase(Locale.ROOT), custom))
            .reduce(IntPredicate::or)
            .orElse(character -> true);
    }

    private static IntPredicate tokenChar(String name, String custom) {
        return switch (name) {
            case "letter" -> Character::isLetter;
            case "digit" -> Character::isDigit;
            case "whitespace" -> Character::isWhitespace;
            case "punctuation" -> character -> PUNCTUATION.contains(Character.getType(character));
            case "symbol" -> character -> SYMBOL.contains(Character.getType(character));
            case "custom" -> character -> custom.indexOf(character) >= 0;
            default -> throw new IllegalArgumentException("unknown [token_chars]: [" + name + "]");
        };
    }

    private NGrams() {}
}
