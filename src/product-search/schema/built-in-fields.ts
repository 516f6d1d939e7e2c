import { type FieldRole, type FieldType, type FieldWeight } from '../../domain/products/settings';
import { foldCode } from '../words/words';

/** Meaning that a field has by its name alone. */
export interface BuiltInField {
  type: FieldType;
  role: FieldRole | null;
  weight: FieldWeight | null;
  /** Settings do not change role and weight: the name is one of the service's own, as it is written. */
  isFixed: boolean;
}

type Meaning = Omit<BuiltInField, 'isFixed'>;

const title: Meaning = { type: 'text', role: 'title', weight: 'primary' };
/** Given names stand beside the family name, which is the title where no other name is. */
const givenName: Meaning = { type: 'text', role: null, weight: 'primary' };
const brand: Meaning = { type: 'keyword', role: 'brand', weight: null };
const category: Meaning = { type: 'keyword', role: 'category', weight: null };
const description: Meaning = { type: 'text', role: 'description', weight: null };
const section: Meaning = { type: 'text', role: 'section', weight: null };
const price: Meaning = { type: 'number', role: null, weight: null };
const identifier: Meaning = { type: 'identifier', role: null, weight: null };

/** Names of the service's own. */
const FIXED_NAMES: readonly (readonly [Meaning, string])[] = [
  [title, 'title name'],
  [brand, 'brand'],
  [category, 'category categories'],
  [description, 'description body'],
  [section, 'section'],
  [price, 'price'],
  [identifier, 'id objectID _id sku asin gtin ean upc isbn mpn cusip isin lei cik'],
];

/**
 * Names in exports of shops, in English, German, French, Spanish, Italian, Dutch and Portuguese, without
 * accents and signs; a comma parts them.
 */
const EXPORT_NAMES: readonly (readonly [Meaning, string])[] = [
  [
    title,
    'product title, product name, item title, item name, article name, ' +
      'titel, bezeichnung, artikelbezeichnung, produktbezeichnung, artikelname, produktname, produkttitel, ' +
      'titre, nom, nom du produit, nom produit, titre du produit, libelle, designation, intitule, ' +
      'titulo, nombre, nombre del producto, nombre producto, titulo del producto, denominacion, ' +
      'titolo, nome, nome prodotto, nome del prodotto, titolo prodotto, denominazione, ' +
      'naam, productnaam, artikelnaam, producttitel, benaming, nome do produto, nome produto, titulo do produto, ' +
      'full name, display name, contact name, customer name, vollständiger name, nom complet, nombre completo, ' +
      'nome completo, volledige naam, ' +
      'label, product, item, produkt, artikel, produit, article, producto, articulo, prodotto, articolo, produto, artigo, ' +
      'last name, surname, family name, nachname, familienname, nom de famille, apellido, apellidos, cognome, ' +
      'achternaam, apelido, sobrenome',
  ],
  [givenName, 'first name, given name, forename, vorname, prénom, primer nombre, voornaam, primeiro nome'],
  [
    brand,
    'brand name, product brand, vendor, manufacturer, maker, manufacturer name, ' +
      'marke, markenname, hersteller, herstellername, marque, fabricant, nom de la marque, fournisseur, ' +
      'marca, fabricante, proveedor, produttore, fornitore, merk, merknaam, fabrikant, leverancier, fornecedor, lieferant',
  ],
  [
    category,
    'product category, product categories, product type, category name, category path, google product category, ' +
      'kategorie, kategorien, produktkategorie, warengruppe, artikelgruppe, produkttyp, ' +
      'categorie, catégories, catégorie du produit, type de produit, rayon, ' +
      'categoria, categorias, categoría del producto, tipo de producto, ' +
      'categorie prodotto, tipo prodotto, tipo di prodotto, ' +
      'categorieën, productcategorie, producttype, productgroep, tipo de produto, collection, type, typ, tipo',
  ],
  [
    description,
    'body html, body (html), long description, short description, product description, item description, full description, summary, ' +
      'beschreibung, produktbeschreibung, artikelbeschreibung, kurzbeschreibung, langbeschreibung, langtext, ' +
      'description courte, description longue, description du produit, descriptif, ' +
      'descripción, descripción corta, descripción larga, descripción del producto, ' +
      'descrizione, descrizione breve, descrizione prodotto, ' +
      'omschrijving, beschrijving, korte omschrijving, productomschrijving, productbeschrijving, ' +
      'descrição, descrição curta, descrição do produto',
  ],
  [section, 'abschnitt, rubrique, sección, sezione, sectie, seção'],
  [
    price,
    'variant price, regular price, sale price, product price, unit price, selling price, retail price, list price, ' +
      'price tax excluded, price tax included, price tax excl, price tax incl, ' +
      'preis, verkaufspreis, bruttopreis, nettopreis, einzelpreis, vk, vk preis, listenpreis, uvp, msrp, rrp, ' +
      'prix, prix de vente, prix ttc, prix ht, prix unitaire, ' +
      'precio, precio de venta, pvp, prezzo, prezzo di vendita, prijs, verkoopprijs, preço, preço de venda',
  ],
  [
    identifier,
    'variant sku, product sku, item sku, stock keeping unit, barcode, variant barcode, bar code, gtin8, gtin12, ' +
      'gtin13, gtin14, ean8, ean13, ean code, upc code, isbn10, isbn13, gtin upc ean or isbn, ' +
      'manufacturer part number, part number, model number, item number, article number, product code, ' +
      'item code, product id, item id, article id, variant id, ' +
      'artikelnummer, artikelnr, artikel nr, art nr, artnr, produktnummer, bestellnummer, bestell nr, ' +
      'herstellernummer, teilenummer, modellnummer, materialnummer, strichcode, ' +
      'référence, ref, référence produit, code barre, code barres, code article, ' +
      'referencia, código, código de barras, código de producto, número de artículo, ' +
      'codice, codice prodotto, codice articolo, codice a barre, riferimento, ' +
      'artikelcode, productcode, productnummer, streepjescode, referência, código do produto',
  ],
]; // prettier-ignore

const FIXED_FIELDS: ReadonlyMap<string, BuiltInField> = new Map(
  FIXED_NAMES.flatMap(([meaning, names]) =>
    names.split(' ').map((name): [string, BuiltInField] => [name, { ...meaning, isFixed: true }]),
  ),
);

/** Meanings by `foldCode` of the name. Of several names of one role the first that records have wins it. */
const FOLDED_FIELDS: ReadonlyMap<string, BuiltInField> = (() => {
  const fields = new Map<string, BuiltInField>();
  const add = (name: string, meaning: Meaning) => {
    const key = foldCode(name);
    if (!fields.has(key)) fields.set(key, { ...meaning, isFixed: false });
  };
  for (const [meaning, names] of FIXED_NAMES) for (const name of names.split(' ')) add(name, meaning);
  for (const [meaning, names] of EXPORT_NAMES) for (const name of names.split(', ')) add(name, meaning);
  return fields;
})();

const ranks = new Map([...FOLDED_FIELDS.keys()].map((key, rank) => [key, rank]));
/** Longer names have no meaning. */
const nameCharsMax = 64;

/** A note behind a name: `Categories (x,y,z...)`, `Price (EUR)`. */
const note = /\s*\([^()]*\)\s*\*?$/;

function meaningOfName(name: string): [key: string, field: BuiltInField] | null {
  if (name.length > nameCharsMax) return null;
  for (const key of [foldCode(name), foldCode(name.replace(note, ''))]) {
    const field = FOLDED_FIELDS.get(key);
    if (field !== undefined) return [key, field];
  }
  return null;
}

/** Place of a name in the order in which names win a role, from 0; behind all for names without a meaning. */
export function builtInRank(path: readonly string[]): number {
  const known = path.length === 1 ? meaningOfName(path[0]!) : null;
  return known === null ? ranks.size : ranks.get(known[0])!;
}

/** The meaning of a field by its name; undefined for nested fields and names without one. */
export function builtInField(path: readonly string[]): BuiltInField | undefined {
  if (path.length !== 1) return undefined;
  return FIXED_FIELDS.get(path[0]!) ?? meaningOfName(path[0]!)?.[1];
}
