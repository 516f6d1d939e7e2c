/** Longest part that is kept. */
const partCharsMax = 32;
const partsPerGeneration = 20_000;

/**
 * What was made of parts of texts, for parts that come again. Two generations are kept: a part that is asked for
 * moves to the younger one, and the older one is dropped as a whole when the younger one is full.
 */
export class KeptParts<Made> {
  private younger = new Map<string, Made>();
  private older = new Map<string, Made>();

  get(part: string): Made | undefined {
    const made = this.younger.get(part);
    if (made !== undefined || this.older.size === 0) return made;
    const old = this.older.get(part);
    if (old !== undefined) this.set(ownText(part), old);
    return old;
  }

  /** Makes what belongs to a part, and keeps it unless the part is long. */
  keep(part: string, make: (part: string) => Made): Made {
    if (part.length > partCharsMax) return make(part);
    const own = ownText(part);
    const made = make(own);
    this.set(own, made);
    return made;
  }

  private set(part: string, made: Made): void {
    if (this.younger.size === partsPerGeneration) {
      this.older = this.younger;
      this.younger = new Map();
    }
    this.younger.set(part, made);
  }
}

/** The same text without the memory of the text that it was cut from. */
function ownText(part: string): string {
  return Buffer.from(part, 'utf16le').toString('utf16le');
}
