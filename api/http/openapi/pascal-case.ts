/** A name in PascalCase: `collection_name`, `Idempotency-Key` and `indexUrl` begin each word with a capital. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
