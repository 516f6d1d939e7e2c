// Makes the workbook and the PDF among the sample files of the console's first hour; the other ones are their
// own sources. `node scripts/console-samples.mjs` needs a Chromium. Shop, products and numbers are invented.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import XLSX from 'xlsx';

const folder = path.resolve('packages/console/src/pages/home/first-hour/samples');
const fileOf = (name) => path.join(folder, name);

const warrantyPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Warranty terms</title>
<style>body{font:15px/1.5 sans-serif}td,th{border:1px solid #888;padding:4px 10px;text-align:left}table{border-collapse:collapse}</style>
</head>
<body>
<h1>Warranty terms</h1>
<p>Fernhill Outdoor repairs or replaces what breaks by a fault of material or of making. The warranty begins on the
day of the purchase, and needs the receipt.</p>
<h2>How long it lasts</h2>
<table>
<thead><tr><th>Products</th><th>Warranty</th><th>Covers</th></tr></thead>
<tbody><tr><td>Tents</td><td>5 years</td><td>Seams, poles, coating</td></tr>
<tr><td>Packs</td><td>10 years</td><td>Buckles, straps, zips</td></tr>
<tr><td>Sleeping bags and mats</td><td>3 years</td><td>Zips, valves, loss of loft</td></tr>
<tr><td>Lamps</td><td>2 years</td><td>Electronics; batteries for one year</td></tr>
<tr><td>Stoves</td><td>4 years</td><td>Valves, burners</td></tr></tbody>
</table>
<h2>What it does not cover</h2>
<p>Tears by thorns, stones and animals, faded colours after long sun, damage by wind above 70 kilometres an hour, and
changes that the owner has made. Such damage is repaired at cost; an estimate is free.</p>
<h2>How a claim is made</h2>
<p>Write to the workshop with the receipt and a picture of the damage. The workshop answers within two working days,
and sends a label for the parcel. A repair takes ten working days at most. Where it takes longer, the shop lends a
product of the same kind.</p>
</body>
</html>
`;

writeFileSync(fileOf('sample-sales.xlsx'), workbook());
writeFileSync(fileOf('sample-warranty.pdf'), await pdfOf(warrantyPage));

/** Sales of a shop by region and quarter with subtotals and a total, and a sheet of stock. */
function workbook() {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, salesSheet(), 'Sales 2026');
  XLSX.utils.book_append_sheet(book, stockSheet(), 'Stock');
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true });
}

function salesSheet() {
  const groups = [
    [
      'Tents',
      [
        ['Coast', 41200, 88400, 132900, 30100],
        ['Highlands', 22750, 51300, 77800, 12400],
      ],
    ],
    [
      'Packs',
      [
        ['Coast', 18300, 29900, 40250, 21700],
        ['Highlands', 15100, 26800, 35400, 14950],
      ],
    ],
    [
      'Lamps and stoves',
      [
        ['Coast', 9800, 12100, 15300, 17600],
        ['Highlands', 7450, 8900, 11200, 13050],
      ],
    ],
  ];
  const rows = [
    ['Fernhill Outdoor: sales of 2026 in EUR'],
    [],
    ['Group', 'Region', 'Q1', 'Q2', 'Q3', 'Q4', 'Year'],
  ];
  const sum = (from, to, column, value) => ({
    t: 'n',
    f: `SUBTOTAL(9,${column}${from}:${column}${to})`,
    v: value,
  });
  const all = [0, 0, 0, 0];
  for (const [group, regions] of groups) {
    const from = rows.length + 1;
    for (const [region, ...quarters] of regions) {
      const row = rows.length + 1;
      const year = quarters.reduce((one, other) => one + other, 0);
      rows.push([group, region, ...quarters, { t: 'n', f: `SUM(C${row}:F${row})`, v: year }]);
      quarters.forEach((value, at) => (all[at] += value));
    }
    const totals = [0, 1, 2, 3].map((at) => regions.reduce((one, [, ...values]) => one + values[at], 0));
    const year = totals.reduce((one, other) => one + other, 0);
    const cells = [...totals, year].map((value, at) =>
      sum(from, from + regions.length - 1, 'CDEFG'[at], value),
    );
    rows.push([`${group}, subtotal`, null, ...cells]);
  }
  const year = all.reduce((one, other) => one + other, 0);
  rows.push(['Total', null, ...[...all, year].map((value, at) => sum(4, rows.length, 'CDEFG'[at], value))]);
  rows.push(
    [],
    ['Coast counts the shops in Brightwater and Port Ellery. Online orders count where they are sent to.'],
  );
  const sheet = XLSX.utils.aoa_to_sheet(rows);
  for (const [name, cell] of Object.entries(sheet))
    if (cell.t === 'n' && /^[C-G]/.test(name)) cell.z = '#,##0';
  sheet['!merges'] = [XLSX.utils.decode_range('A1:G1')];
  sheet['!cols'] = [24, 14, 11, 11, 11, 11, 12].map((wch) => ({ wch }));
  return sheet;
}

/** The products of the sample shop, with prices and stock. */
function stockSheet() {
  const lines = readFileSync(fileOf('sample-shop.ndjson'), 'utf8').trim().split('\n');
  const rows = lines.map((line, at) => {
    const { sku, title, price } = JSON.parse(line);
    return [sku, title, price, 12 + ((at * 37) % 90)];
  });
  const sheet = XLSX.utils.aoa_to_sheet([['SKU', 'Product', 'Price in EUR', 'In stock'], ...rows]);
  for (const [name, cell] of Object.entries(sheet))
    if (cell.t === 'n' && name.startsWith('C')) cell.z = '#,##0.00';
  sheet['!cols'] = [10, 34, 14, 10].map((wch) => ({ wch }));
  return sheet;
}

async function pdfOf(html) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage();
  await page.setContent(html);
  const pdf = await page.pdf({
    format: 'A4',
    margin: { top: '20mm', bottom: '20mm', left: '18mm', right: '18mm' },
  });
  await browser.close();
  return pdf;
}
