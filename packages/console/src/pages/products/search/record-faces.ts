import { type ProductField } from '../fields/field-rows';

type Fields = Readonly<Record<string, ProductField>>;
type ProductRecord = Readonly<Record<string, unknown>>;

/** What a card shows of a record. */
export interface RecordFace {
  title: string;
  brand: string | null;
  category: string | null;
  /** With its currency where the record names one. */
  price: string | null;
  /** HTTPS address; null where the record has none. */
  picture: string | null;
}

const titleNames = ['title', 'name'];
const brandNames = ['brand', 'manufacturer', 'vendor'];
const priceNames = ['sale_price', 'price', 'current_price', 'list_price', 'price_eur', 'price_usd'];
const pictureNames =
  /^(main_|primary_|small_)?(image|picture|photo|thumbnail|img)s?(_?(url|uri|link|src|\d))?$/i;
const currencyPattern = /^[A-Z]{3}$/;
const prices = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * Title, brand and category by the roles of the fields, or by usual names where no field has the role; price
 * and picture, which have no role, by usual names.
 */
export function faceOf(record: ProductRecord & { id: string }, fields: Fields): RecordFace {
  const roles = new Map(Object.entries(fields).map(([name, { role }]) => [role, name]));
  const textOf = (role: 'title' | 'brand' | 'category', names: readonly string[]) =>
    [roles.get(role), ...names].map((name) => firstText(record[name ?? ''])).find((text) => text !== null) ??
    null;
  return {
    title: textOf('title', titleNames) ?? record.id,
    brand: textOf('brand', brandNames),
    category: textOf('category', []),
    price: priceOf(record),
    picture: pictureOf(record),
  };
}

function priceOf(record: ProductRecord): string | null {
  const price = priceNames.map((name) => record[name]).find((value) => typeof value === 'number');
  if (typeof price !== 'number') return null;
  const { currency } = record;
  if (typeof currency !== 'string' || !currencyPattern.test(currency)) return prices.format(price);
  return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(price);
}

function pictureOf(record: ProductRecord): string | null {
  const texts = Object.entries(record).flatMap(([name, value]) =>
    pictureNames.test(name) ? [firstText(value)] : [],
  );
  return texts.find((text) => text !== null && isHttps(text)) ?? null;
}

/** A text, or the first one of a list; null for anything else and for empty ones. */
function firstText(value: unknown): string | null {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first.trim() !== '' ? first : null;
}

/** Whether a text is an address with HTTPS. */
export function isHttps(text: string): boolean {
  return text.startsWith('https://') && URL.canParse(text);
}
