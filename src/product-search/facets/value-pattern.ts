/**
 * Expression of Elasticsearch for values of which a text begins one, or a word in it after a space. Letters
 * match in both cases; every other character stands for itself.
 */
export function valuePattern(prefix: string): string {
  const characters = Array.from(prefix, (character) => {
    const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
    if (lower === upper) return literal(character);
    return `(${[...new Set([character, lower, upper])].map(literal).join('|')})`;
  });
  return `(.* )?${characters.join('')}.*`;
}

function literal(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '\\$&');
}
