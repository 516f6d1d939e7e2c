import { type ProductField } from '../fields/field-rows';

type Fields = Readonly<Record<string, ProductField>>;
type ProductRecord = Readonly<Record<string, unknown>>;

/** Parts of a record that its card shows. */
export interface RecordFace {
  title: string;
  brand: string | null;
  category: string | null;
  /** With its currency where the record names one. */
  price: string | null;
  /** Price before a reduction; null where it is not reduced. */
  formerPrice: string | null;
  /** Whether the record says that it is not in stock. */
  isSoldOut: boolean;
  /** Short values that tell records apart which have neither brand, category nor description. */
  facts: readonly string[];
  /** Beginning of the description, without tags. */
  excerpt: string | null;
  /** HTTPS address; null where the record has none. */
  picture: string | null;
}

const titleNames = ['title', 'name'];
const brandNames = ['brand', 'manufacturer', 'vendor'];
const descriptionNames = ['description', 'short_description', 'summary'];
const priceNames = ['sale_price', 'price', 'current_price', 'list_price', 'price_eur', 'price_usd'];
/** Names of the price before a reduction. */
const formerPriceNames = ['price', 'list_price', 'regular_price', 'original_price', 'compare_at_price'];
const stockNames = ['in_stock', 'instock', 'is_in_stock', 'available', 'is_available'];
/** Currency in the name of a price, such as `price_eur`. */
const priceCurrency = /^price_([a-z]{3})$/;
const excerptChars = 240;
const factsMax = 3;
const factChars = 40;
const factTypes: readonly ProductField['type'][] = ['keyword', 'enum', 'identifier'];
const pictureNames =
  /^(main_|primary_|small_)?(image|picture|photo|thumbnail|img)s?(_?(url|uri|link|src|\d))?$/i;
const currencyPattern = /^[A-Z]{3}$/;
const prices = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * Title, brand, category and description by the roles of the fields, or by usual names where no field has the
 * role; price, stock and picture, which have no role, by usual names.
 */
export function faceOf(record: ProductRecord & { id: string }, fields: Fields): RecordFace {
  const roles = new Map(Object.entries(fields).map(([name, { role }]) => [role, name]));
  const textOf = (role: 'title' | 'brand' | 'category' | 'description', names: readonly string[]) =>
    [roles.get(role), ...names].map((name) => firstText(record[name ?? ''])).find((text) => text !== null) ??
    null;
  const brand = textOf('brand', brandNames);
  const category = textOf('category', []);
  const title = textOf('title', titleNames) ?? record.id;
  const excerpt = excerptOf(textOf('description', descriptionNames), title);
  return {
    title,
    brand,
    category,
    facts: (brand ?? category ?? excerpt) === null ? factsOf(record, fields, title) : [],
    ...pricesOf(record),
    isSoldOut: stockNames.some((name) => record[name] === false),
    excerpt,
    picture: pictureOf(record),
  };
}

/** The first short values of a record besides its title and its id. */
function factsOf(record: ProductRecord & { id: string }, fields: Fields, title: string): string[] {
  return Object.entries(record)
    .flatMap(([name, value]) => (factTypes.includes(fields[name]?.type ?? 'skip') ? [firstText(value)] : []))
    .filter((text) => text !== null && text.length <= factChars && text !== title && text !== record.id)
    .slice(0, factsMax) as string[];
}

function pricesOf(record: ProductRecord): Pick<RecordFace, 'price' | 'formerPrice'> {
  const price = amountOf(record, priceNames);
  if (price === null) return { price: null, formerPrice: null };
  const former = formerPriceNames
    .map((name) => amountOf(record, [name]))
    .find((one) => one !== null && one.amount > price.amount);
  return {
    price: priceText(record, price),
    formerPrice: former == null ? null : priceText(record, former),
  };
}

interface Amount {
  /** Field that has it. */
  name: string;
  amount: number;
}

/** The first of the fields with a number, also one that is written as a text, as in records from CSV. */
function amountOf(record: ProductRecord, names: readonly string[]): Amount | null {
  for (const name of names) {
    const value = record[name];
    const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof amount === 'number' && Number.isFinite(amount)) return { name, amount };
  }
  return null;
}

function priceText(record: ProductRecord, { name, amount }: Amount): string {
  const inName = priceCurrency.exec(name)?.[1]?.toUpperCase();
  const currency = typeof record.currency === 'string' ? record.currency : inName;
  if (currency === undefined || !currencyPattern.test(currency)) return prices.format(amount);
  return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount);
}

/**
 * The beginning of a description as plain text, after the title that some repeat there. Its tags are read, and
 * never shown.
 */
function excerptOf(description: string | null, title: string): string | null {
  if (description === null) return null;
  const { textContent } = new DOMParser().parseFromString(description, 'text/html').body;
  const whole = textContent.replaceAll(/\s+/g, ' ').trim();
  const text = whole.startsWith(title) ? whole.slice(title.length).trim() : whole;
  if (text === '') return null;
  return text.length > excerptChars ? `${text.slice(0, excerptChars)}…` : text;
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
