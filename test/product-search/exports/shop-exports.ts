/**
 * Rows of catalogues as shops export them: the columns of the public lists of Shopify, WooCommerce and
 * Magento, and of a German shop. Every cell is a text, as in the CSV.
 */

const count = 60;
const of = <Value>(values: readonly Value[], place: number): Value => values[place % values.length]!;
const rows = (make: (place: number) => Record<string, string>) =>
  Array.from({ length: count }, (_, place) => make(place));

const kinds = ['Rain Jacket', 'Wool Socks', 'Trail Shoes', 'Canvas Bag', 'Travel Mug'];
const makers = ['Northpeak', 'Alma', 'Bergwerk'];
const tags = ['outdoor, sale', 'sale', 'outdoor, new', 'new, gift', 'gift'];

/** A number of thirteen digits with its check digit. */
function ean(place: number): string {
  const digits = String(400_638_133_000 + place * 7);
  const sum = Array.from(digits, Number).reduce(
    (total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** https://help.shopify.com/en/manual/products/import-export/using-csv */
export const SHOPIFY = rows((place) => ({
  Handle: `item-${place}-${of(kinds, place).toLowerCase().replace(' ', '-')}`,
  Title: `${of(kinds, place)} ${place}`,
  'Body (HTML)': `<p>Made for <strong>every day</strong> &amp; season ${place}.</p><ul><li>Soft.</li><li>Light.</li></ul>`,
  Vendor: of(makers, place),
  'Product Category': `Apparel & Accessories > ${of(['Clothing', 'Shoes', 'Bags'], place)}`,
  Type: of(['Jacket', 'Socks', 'Shoes'], place),
  Tags: of(tags, place),
  Published: of(['true', 'true', 'false'], place),
  'Option1 Name': 'Size',
  'Option1 Value': of(['S', 'M', 'L'], place),
  'Variant SKU': `NP-${1000 + place}`,
  'Variant Grams': String(100 + ((place * 37) % 400)),
  'Variant Inventory Qty': String((place * 7) % 31),
  'Variant Inventory Policy': 'deny',
  'Variant Fulfillment Service': 'manual',
  'Variant Price': `${19 + ((place * 3) % 50)}.90`,
  'Variant Compare At Price': place % 3 === 0 ? '' : `${90 + (place % 9)}.00`,
  'Variant Requires Shipping': 'true',
  'Variant Barcode': ean(place),
  'Image Src': `https://cdn.shopify.example/files/${place}.jpg?v=1`,
  'Image Position': String(1 + (place % 3)),
  'Gift Card': 'false',
  'Variant Weight Unit': 'kg',
  Status: of(['active', 'draft'], place),
}));

/** https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema */
export const WOOCOMMERCE = rows((place) => ({
  ID: String(100 + place * 3),
  Type: of(['simple', 'variable'], place),
  SKU: `woo-${place}-a`,
  'GTIN, UPC, EAN, or ISBN': ean(place),
  Name: `${of(kinds, place)} No. ${place}`,
  Published: '1',
  'Is featured?': of(['0', '1'], place),
  'Visibility in catalog': 'visible',
  'Short description': `<em>${of(kinds, place)}</em> of the year ${place}. Try it.`,
  Description: `<p>A ${of(kinds, place)} that lasts ${place} years.\\nIt is repaired for free.</p>`,
  'Date sale price starts': of(['2024-03-01 00:00:00', '2024-05-01 00:00:00'], place),
  'Tax status': 'taxable',
  'In stock?': of(['1', '0'], place),
  Stock: String((place * 5) % 17),
  'Weight (kg)': `0.${1 + (place % 8)}`,
  'Length (cm)': String(10 + (place % 13)),
  'Sale price': `${9 + (place % 20)}.5`,
  'Regular price': `${29 + (place % 20)}.5`,
  Categories: of(
    [
      'Clothing > Jackets, Sale',
      'Clothing > Socks',
      'Clothing > Shoes, Sale',
      'Clothing > Socks, New',
      'New',
    ],
    place,
  ),
  Tags: of(tags, place),
  Images: `https://woo.example/a${place}.jpg, https://woo.example/b${place}.jpg`,
  Position: '0',
  'Attribute 1 name': 'Color',
  'Attribute 1 value(s)': of(['Red, Blue', 'Blue', 'Green, Red', 'Green'], place),
}));

/** https://experienceleague.adobe.com/en/docs/commerce-admin/systems/data-transfer/data-attributes-product */
export const MAGENTO = rows((place) => ({
  sku: `24-MB${10 + place}`,
  store_view_code: '',
  attribute_set_code: of(['Bag', 'Top'], place),
  product_type: of(['simple', 'configurable'], place),
  categories: of(
    ['Default/Gear,Default/Gear/Bags', 'Default/Gear', 'Default/Men,Default/Gear', 'Default/Men'],
    place,
  ),
  product_websites: 'base',
  name: `${of(kinds, place)} of ${of(makers, place + 1)} ${place}`,
  description: `<p>The ${of(kinds, place)} is ideal for ${place} days of work &mdash; or leisure.</p>`,
  weight: `${1 + (place % 4)}.0000`,
  product_online: '1',
  tax_class_name: 'Taxable Goods',
  visibility: of(['Catalog, Search', 'Not Visible Individually'], place),
  price: `${30 + (place % 40)}.0000`,
  url_key: `key-${of(kinds, place).toLowerCase().replace(' ', '-')}-${of(makers, place).toLowerCase()}`,
  base_image: `/m/b/mb${place}-black-0.jpg`,
  created_at: `5/${1 + (place % 28)}/21, 11:31 AM`,
  qty: `${(place * 9) % 100}.0000`,
  additional_images: `/m/b/mb${place}-0.jpg,/m/b/mb${place}-1.jpg`,
}));

export const GERMAN = rows((place) => ({
  Artikelnummer: `A-${10_000 + place * 13}`,
  Bezeichnung: `${of(['Regenjacke', 'Wollsocken', 'Laufschuhe'], place)} für Damen ${place}`,
  Beschreibung: `Für jeden Tag und jedes Wetter. Pflegeleicht bei ${20 + place} Grad.`,
  Hersteller: of(makers, place),
  Warengruppe: of(['Jacken', 'Socken', 'Schuhe'], place),
  Preis: `${of(['1.999,00', '89,90', '1.249,50', '5,-'], place)} €`,
  Gewicht: `${of(['1,5', '0,75', '2'], place)} kg`,
  'Lieferbar ab': `${String(1 + (place % 28)).padStart(2, '0')}.02.2024`,
  EAN: ean(place),
  Farbe: of(['rot | blau', 'blau', 'grün | rot', 'grün'], place),
  Bild: `bilder/${place}.jpg`,
  Zeile: String(place + 2),
  Mindestmenge: of(['1', 'k. A.', '2', '10'], place).replace('k. A.', 'n/a'),
}));
