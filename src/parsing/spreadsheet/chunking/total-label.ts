export interface TotalLabel {
  /**
   * True where the label is only the word; false where the word begins or ends a longer label (`North
   * total`).
   */
  exact: boolean;
  /** True where the word itself denotes a part (`Subtotal`). */
  part: boolean;
  /** True where the label is a word for a mean (`Average`). */
  mean: boolean;
  /** Text beside the word: `North` in `North total`. */
  group: string;
}

const labelCharsMax = 80;
const DIGIT_NINE = 57;

const totalWords = [
  'total',
  'totals',
  'grand total',
  'grand totals',
  'overall total',
  'sum total',
  'total due',
  'amount due',
  'balance due',
  'total amount',
  'net total',
  'gross total',
  'sum',
  'gesamt',
  'gesamtsumme',
  'gesamtbetrag',
  'rechnungsbetrag',
  'endbetrag',
  'summe',
  'insgesamt',
  'endsumme',
  'gesamtergebnis',
  'total général',
  'montant total',
  'total ttc',
  'total general',
  'totaux',
  'somme',
  'ensemble',
  'suma',
  'suma total',
  'importe total',
  'total a pagar',
  'totale',
  'totale generale',
  'somma',
  'totaal',
  'eindtotaal',
  'totaal generaal',
  'soma',
  'total geral',
  'totalt',
  'summa',
  'i alt',
  'sammanlagt',
  'yhteensä',
  'razem',
  'ogółem',
  'suma końcowa',
  'celkem',
  'celkový součet',
  'spolu',
  'összesen',
  'végösszeg',
  'toplam',
  'genel toplam',
  'итого',
  'всего',
  'итог',
  'общий итог',
  'сумма',
  'разом',
  'усього',
  'общо',
  'ukupno',
  'skupaj',
  'σύνολο',
  'γενικό σύνολο',
  'kokku',
  'kopā',
  'iš viso',
  'jumlah',
  'tổng',
  'tổng cộng',
  'รวม',
  'รวมทั้งสิ้น',
  '合計',
  '総計',
  '总计',
  '合计',
  '總計',
  '합계',
  '총계',
  '총합계',
  'المجموع',
  'الإجمالي',
  'المجموع الكلي',
  'סה"כ',
  'סך הכל',
];
const partWords = [
  'subtotal',
  'subtotals',
  'sub-total',
  'sub total',
  'zwischensumme',
  'teilsumme',
  'teilergebnis',
  'ergebnis',
  'sous-total',
  'sous total',
  'subtotale',
  'totale parziale',
  'subtotaal',
  'delsumma',
  'delsum',
  'mellansumma',
  'välisumma',
  'suma częściowa',
  'mezisoučet',
  'medzisúčet',
  'részösszeg',
  'ara toplam',
  'промежуточный итог',
  'промежуточные итоги',
  'μερικό σύνολο',
  'vahesumma',
  'tổng phụ',
  '小計',
  '小计',
  '소계',
  'المجموع الفرعي',
  'סכום ביניים',
];
const meanWords = new Set([
  'average',
  'averages',
  'avg',
  'mean',
  'durchschnitt',
  'mittelwert',
  'mittel',
  'ø',
  'moyenne',
  'promedio',
  'media',
  'gemiddelde',
  'genomsnitt',
  'medelvärde',
  'gennemsnit',
  'gjennomsnitt',
  'keskiarvo',
  'średnia',
  'průměr',
  'priemer',
  'átlag',
  'ortalama',
  'среднее',
  'среднее значение',
  'середнє',
  'μέσος όρος',
  '平均',
  '平均値',
  '平均值',
  '평균',
  'المتوسط',
  'ממוצע',
]);
const exactWords = new Map([
  ...totalWords.map((word) => [word, false] as const),
  ...partWords.map((word) => [word, true] as const),
]);
/** Words that can begin or end a label, longest first, so that `grand total` is found before `total`. */
const affixes = [...exactWords.keys()].sort((a, b) => b.length - a.length);
const hint = new RegExp(
  [...affixes, ...meanWords].map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'),
  'i',
);
const wordEdge = /[\s:：\-–—,()/]/;
const writtenWithoutSpaces = /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]/;

/**
 * Reads a label as a total label, in about thirty languages; null for other labels. The result is only a
 * hint: `Total Recall` reads as the total of a group "Recall", so callers require support by the row's other
 * cells.
 */
export function readTotalLabel(label: string): TotalLabel | null {
  // Most rows start with a number or a code, and no label does.
  if (label.length > labelCharsMax || label.charCodeAt(0) <= DIGIT_NINE || !hint.test(label)) return null;
  const text = label
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\s:：.=*]+$/u, '');
  if (meanWords.has(text)) return { exact: true, part: false, mean: true, group: '' };
  const part = exactWords.get(text);
  if (part !== undefined) return { exact: true, part, mean: false, group: '' };
  for (const word of affixes) {
    const group = textBeside(text, word);
    if (group !== null) return { exact: false, part: exactWords.get(word)!, mean: false, group };
  }
  return null;
}

/** Rest of a label that begins or ends with a word; null for other labels. */
function textBeside(text: string, word: string): string | null {
  const bare = writtenWithoutSpaces.test(word);
  if (text.startsWith(word) && (bare || wordEdge.test(text.charAt(word.length))))
    return trimEdges(text.slice(word.length));
  const before = text.length - word.length;
  if (text.endsWith(word) && (bare || wordEdge.test(text.charAt(before - 1))))
    return trimEdges(text.slice(0, before));
  return null;
}

function trimEdges(text: string): string {
  return text.replace(/^[\s:：\-–—,()/]+/, '').replace(/[\s:：\-–—,()/]+$/, '');
}
