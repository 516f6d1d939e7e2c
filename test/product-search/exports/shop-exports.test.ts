import { type FieldRow } from '../../../src/domain/products/field-table';
import { addRecord, createSummary, inferFieldTable } from '../../../src/product-search';
import { previewSchema } from '../../../src/services/products/settings/preview';
import { GERMAN, MAGENTO, SHOPIFY, WOOCOMMERCE } from './shop-exports';

/** What a shop owner would choose for a field: its type and unit, its role, and how it is used. */
function choice({ type, role, unit, list, facet, searchable }: FieldRow): string {
  return [
    type,
    list ? 'list' : '',
    role ?? '',
    unit ?? '',
    facet ? 'facet' : '',
    searchable ? 'searched' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

describe.each<[string, readonly Record<string, string>[], string, Record<string, string>]>([
  ['Shopify', SHOPIFY, 'Title', {
    Handle: 'identifier searched',
    Title: 'text title searched',
    'Body (HTML)': 'text description searched',
    Vendor: 'enum brand facet searched',
    'Product Category': 'enum category facet searched',
    Type: 'enum facet searched',
    Tags: 'enum list facet searched',
    Published: 'bool facet searched',
    'Option1 Name': 'enum',
    'Option1 Value': 'enum facet searched',
    'Variant SKU': 'identifier searched',
    'Variant Grams': 'number g facet searched',
    'Variant Inventory Qty': 'number facet searched',
    'Variant Inventory Policy': 'enum',
    'Variant Fulfillment Service': 'enum',
    'Variant Price': 'number facet searched',
    'Variant Compare At Price': 'number facet searched',
    'Variant Requires Shipping': 'bool',
    'Variant Barcode': 'identifier searched',
    'Image Src': 'url',
    'Image Position': 'number',
    'Gift Card': 'bool',
    'Variant Weight Unit': 'enum',
    Status: 'enum facet searched',
  }],
  ['WooCommerce', WOOCOMMERCE, 'Name', {
    ID: 'identifier searched',
    Type: 'enum facet searched',
    SKU: 'identifier searched',
    'GTIN, UPC, EAN, or ISBN': 'identifier searched',
    Name: 'text title searched',
    Published: 'bool',
    'Is featured?': 'bool facet searched',
    'Visibility in catalog': 'enum',
    'Short description': 'text description searched',
    Description: 'text description searched',
    'Date sale price starts': 'date',
    'Tax status': 'enum',
    'In stock?': 'bool facet searched',
    Stock: 'number facet searched',
    'Weight (kg)': 'number kg facet searched',
    'Length (cm)': 'number cm facet searched',
    'Sale price': 'number facet searched',
    'Regular price': 'number facet searched',
    Categories: 'enum list category facet searched',
    Tags: 'enum list facet searched',
    Images: 'url',
    Position: 'number',
    'Attribute 1 name': 'enum',
    'Attribute 1 value(s)': 'enum list facet searched',
  }],
  ['Magento', MAGENTO, 'name', {
    sku: 'identifier searched',
    store_view_code: 'text searched',
    attribute_set_code: 'enum facet searched',
    product_type: 'enum facet searched',
    categories: 'enum list category facet searched',
    product_websites: 'enum',
    name: 'text title searched',
    description: 'text description searched',
    weight: 'number facet searched',
    product_online: 'number',
    tax_class_name: 'enum',
    visibility: 'enum facet searched',
    price: 'number facet searched',
    url_key: 'enum',
    base_image: 'url',
    created_at: 'date',
    qty: 'number facet searched',
    additional_images: 'url',
  }],
  ['a German shop', GERMAN, 'Bezeichnung', {
    Artikelnummer: 'identifier searched',
    Bezeichnung: 'text title searched',
    Beschreibung: 'text description searched',
    Hersteller: 'enum brand facet searched',
    Warengruppe: 'enum category facet searched',
    Preis: 'number EUR facet searched',
    Gewicht: 'number kg facet searched',
    'Lieferbar ab': 'date',
    EAN: 'identifier searched',
    Farbe: 'enum list facet searched',
    Bild: 'url',
    Zeile: 'number',
    Mindestmenge: 'number facet searched',
  }],
])('an export of %s', (_, records, title, expected) => {
  const summary = createSummary();
  for (const record of records) addRecord(summary, record);
  const { table, jobWarnings, badValues } = inferFieldTable(summary, { settings: {}, idField: null });

  it('has the fields that a shop owner would choose, without settings', () => {
    expect(Object.fromEntries(table.fields.map((row) => [row.path[0], choice(row)]))).toEqual(expected);
    expect(table.primary).toEqual([title]);
  });

  it('has neither warnings nor bad values', () => {
    expect([...jobWarnings, ...badValues]).toEqual([]);
  });

  it('is previewed as it is built', () => {
    const preview = previewSchema(records, { settings: {}, idField: null });
    const built = inferFieldTable(summary, { settings: {}, idField: preview.id.field });
    expect(preview.inferred.table).toEqual(built.table);
  });
}); // prettier-ignore
