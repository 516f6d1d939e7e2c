"""Makes `quarterly-report.xlsx`, the workbook of `npm run try`, with LibreOffice Calc.

    apt-get install --no-install-recommends libreoffice-calc python3-uno
    /usr/bin/python3 examples/make_quarterly_report.py [target.xlsx]

Company, people, products and numbers are invented. The sheets hold what workbooks of people hold: a merged title, a
header of two levels, subtotals and totals as formulas, tables beside and below each other, notes, dates and times,
currencies, percents, error values, hidden rows, columns and a hidden sheet, comments, links, a chart and a picture.
"""

import datetime
import os
import random
import struct
import sys
import tempfile
import zlib

import uno
from com.sun.star.awt import Rectangle, Size
from com.sun.star.lang import Locale
from com.sun.star.table import BorderLine2, CellRangeAddress

sys.dont_write_bytecode = True

from libreoffice import file_url, office, options  # noqa: E402  (no cache folder beside the examples)

HERE = os.path.dirname(os.path.abspath(__file__))
BLUE, GREY, PALE, WHITE = 0x1F4E79, 0xD9D9D9, 0xF2F2F2, 0xFFFFFF
EUR, USD, JPY = "#,##0.00 [$€-407]", "[$$-409]#,##0.00", "[$¥-411]#,##0"
# Formats of the document's own locale; one of a named locale would be written as `[$-409]…`, as some below are.
PLAIN, ENGLISH = Locale("", "", ""), Locale("en", "US", "")
EPOCH = datetime.datetime(1899, 12, 30)
CENTER = uno.Enum("com.sun.star.table.CellHoriJustify", "CENTER")


class Sheet:
    """One sheet by A1 names; a value that begins with `=` is a formula, a datetime becomes its serial."""

    def __init__(self, document, name, index):
        if index > 0:
            document.Sheets.insertNewByName(name, index)
        self.document, self.sheet = document, document.Sheets.getByIndex(index)
        self.sheet.setName(name)

    def put(self, column, row, value):
        cell = self.sheet.getCellByPosition(column, row - 1)
        if isinstance(value, (datetime.date, datetime.datetime)):
            at = value if isinstance(value, datetime.datetime) else datetime.datetime.combine(value, datetime.time())
            cell.setValue((at - EPOCH).total_seconds() / 86_400)
        elif isinstance(value, str):
            (cell.setFormula if value.startswith("=") else cell.setString)(value)
        elif value is not None:
            cell.setValue(float(value))

    def rows(self, column, row, lines):
        for offset, line in enumerate(lines):
            for step, value in enumerate(line):
                self.put(column + step, row + offset, value)

    def range(self, name):
        return self.sheet.getCellRangeByName(name)

    def style(self, name, fill=None, ink=None, bold=False, size=None, centre=False, number=None, locale=PLAIN,
              top_line=False):
        area = self.range(name)
        if fill is not None:
            area.CellBackColor = fill
        if ink is not None:
            area.CharColor = ink
        if bold:
            area.CharWeight = 150.0
        if size is not None:
            area.CharHeight = size
        if centre:
            area.HoriJustify = CENTER
        if number is not None:
            formats = self.document.getNumberFormats()
            key = formats.queryKey(number, locale, False)
            area.NumberFormat = key if key != -1 else formats.addNew(number, locale)
        if top_line:
            area.TopBorder = BorderLine2(Color=0, OuterLineWidth=35, LineWidth=35)

    def header(self, name):
        self.style(name, fill=BLUE, ink=WHITE, bold=True, centre=True)

    def merge(self, *names):
        for name in names:
            self.range(name).merge(True)

    def widths(self, **millimetres):
        for column, width in millimetres.items():
            self.sheet.Columns.getByName(column).Width = width * 100

    def comment(self, name, text):
        self.sheet.Annotations.insertNew(self.range(name).getCellByPosition(0, 0).getCellAddress(), text)

    def link(self, name, text, url):
        cell = self.range(name).getCellByPosition(0, 0)
        field = self.document.createInstance("com.sun.star.text.TextField.URL")
        field.URL, field.Representation = url, text
        cell.setString("")
        cell.insertTextContent(cell.createTextCursor(), field, False)


REGIONS = {
    "DACH": ["Germany", "Austria", "Switzerland"],
    "Nordics": ["Sweden", "Norway", "Denmark", "Finland"],
    "Asia-Pacific": ["Japan 日本", "South Korea", "Australia"],
}


def sales(sheet, dice):
    """Merged title, header of two levels, a block per region with its subtotal, a grand total and notes."""
    sheet.rows(0, 1, [["Falkenberg Outdoor GmbH — Quarterly report Q3 2026"], ["Net sales by region and month"]])
    sheet.merge("A1:J1", "A2:J2")
    sheet.style("A1", bold=True, size=16, centre=True)
    sheet.style("A2", centre=True)
    sheet.rows(0, 3, [["As of", datetime.date(2026, 9, 30), None, "Prepared by", "Jörg Weiß"]])
    sheet.style("B3", number="DD.MM.YYYY")

    sheet.rows(0, 5, [
        ["Region", "Country", "July", None, "August", None, "September", None, "Quarter", None],
        [None, None, "Units", "Net sales", "Units", "Net sales", "Units", "Net sales", "Net sales", "Share"],
    ])
    sheet.merge("A5:A6", "B5:B6", "C5:D5", "E5:F5", "G5:H5", "I5:J5")
    sheet.header("A5:J6")

    row = 7
    grand_total = 7 + sum(len(countries) + 1 for countries in REGIONS.values())
    for region, countries in REGIONS.items():
        first = row
        for country in countries:
            units = [dice.randint(120, 2400) for _ in range(3)]
            line = [region, country]
            for amount in units:
                line += [amount, round(amount * dice.uniform(38, 61), 2)]
            sheet.rows(0, row, [line + [f"=D{row}+F{row}+H{row}", f"=I{row}/I${grand_total}"]])
            row += 1
        sheet.rows(0, row, [[f"Subtotal {region}", None]
                            + [f"=SUBTOTAL(9;{c}{first}:{c}{row - 1})" for c in "CDEFGHI"]
                            + [f"=I{row}/I${grand_total}"]])
        sheet.style(f"A{row}:J{row}", fill=PALE, bold=True, top_line=True)
        row += 1
    sheet.rows(0, row, [["Total", None]
                        + [f"=SUBTOTAL(9;{c}7:{c}{row - 1})" for c in "CDEFGHI"] + [f"=I{row}/I${grand_total}"]])
    sheet.style(f"A{row}:J{row}", fill=GREY, bold=True, top_line=True)
    sheet.style(f"C7:H{row}", number="#,##0")
    for column in "DFHI":
        sheet.style(f"{column}7:{column}{row}", number=EUR)
    sheet.style(f"J7:J{row}", number="0.0%")

    sheet.rows(0, row + 2, [
        ["Notes"],
        ["1) Net sales exclude VAT and returns; Swiss sales are converted at the month's average rate."],
        ["2) Rows of Denmark and Finland are hidden here because the figures are not audited yet 🔒."],
    ])
    sheet.style(f"A{row + 2}", bold=True)
    for at in range(7, row):
        if sheet.range(f"B{at}").getCellByPosition(0, 0).getString() in ("Denmark", "Finland"):
            sheet.sheet.Rows.getByIndex(at - 1).IsVisible = False
    sheet.comment("I6", "Sum of the three months, checked against the ledger on 2 October.")
    sheet.comment("H8", "Österreich: includes a one-off order of the alpine clubs.")
    sheet.link(f"A{row + 5}", "Definition of net sales", "https://example.com/handbook/net-sales?lang=en")
    sheet.widths(A=38, B=32, C=18, D=30, E=18, F=30, G=18, H=30, I=32, J=18)
    return grand_total


PRODUCTS = [
    ("Trekkingzelt Größe M", 389.0), ("Trekkingzelt Größe L", 449.0), ("Schlafsack -10 °C", 219.5),
    ("Rucksack 45 l", 159.9), ("Rucksack 65 l", 199.9), ("Stirnlampe „Polar“", 49.95),
    ("Kocher & Topfset", 74.5), ("Café-Presse Édition Été", 34.9), ("寝袋カバー (bivy)", 89.0),
    ("Wool socks <Ægir>", 18.5), ("Karabiner 4er-Set", 29.99), ("Regenjacke \"Föhn\"", 179.0),
]


def products(sheet, dice):
    """Two tables beside each other and a third one below, each with its own header."""
    sheet.put(0, 1, "Price list, valid from 1 July 2026")
    sheet.style("A1", bold=True, size=13)
    sheet.rows(0, 3, [["SKU", "Product", "List price", "Cost", "Margin", "Launched", "Active"]])
    sheet.header("A3:G3")
    for step, (name, price) in enumerate(PRODUCTS):
        row = 4 + step
        launched = datetime.date(2019 + step % 7, 1 + dice.randint(0, 11), dice.randint(1, 28))
        sheet.rows(0, row, [[f"00{4711 + 13 * step}", name, price, round(price * dice.uniform(0.35, 0.6), 2),
                             f"=(C{row}-D{row})/C{row}", launched, "=TRUE()" if step % 5 else "=FALSE()"]])
    last = 3 + len(PRODUCTS)
    sheet.style(f"C4:D{last}", number=EUR)
    sheet.style(f"E4:E{last}", number="0.00%")
    sheet.style(f"F4:F{last}", number="YYYY-MM-DD")

    sheet.rows(8, 3, [
        ["Currency", "Rate to EUR", "Fixed at", "Sample price"],
        ["USD", 1.0842, datetime.datetime(2026, 9, 30, 16, 0), "=C4*J4"],
        ["CHF", 0.9516, datetime.datetime(2026, 9, 30, 16, 0), "=C4*J5"],
        ["JPY", 171.38, datetime.datetime(2026, 9, 30, 14, 30), "=C4*J6"],
        ["SEK", 11.2975, datetime.datetime(2026, 9, 30, 16, 15), "=C4*J7"],
    ])
    sheet.header("I3:L3")
    sheet.style("J4:J7", number="0.0000")
    sheet.style("K4:K7", number="DD.MM.YYYY HH:MM")
    sheet.style("L4", number=USD)
    sheet.style("L5", number="[$CHF-807] #,##0.00")
    sheet.style("L6", number=JPY)
    sheet.style("L7", number="#,##0.00 [$kr-41D]")

    row = last + 3
    sheet.put(0, row, "Returns by reason")
    sheet.style(f"A{row}", bold=True)
    sheet.rows(0, row + 1, [["Reason", "Pieces", "Refunded", "Rate"]])
    sheet.header(f"A{row + 1}:D{row + 1}")
    reasons = ["Wrong size", "Damaged in transit", "Not as described", "Changed mind", "Never arrived"]
    for step, reason in enumerate(reasons):
        pieces = 0 if step == 4 else dice.randint(9, 140)
        at = row + 2 + step
        sheet.rows(0, at, [[reason, pieces, round(pieces * 71.35, 2), f"=C{at}/B{at}"]])
    end = row + 2 + len(reasons)
    sheet.rows(0, end, [["Total", f"=SUM(B{row + 2}:B{end - 1})", f"=SUM(C{row + 2}:C{end - 1})", f"=C{end}/B{end}"]])
    sheet.style(f"A{end}:D{end}", bold=True, top_line=True)
    sheet.style(f"C{row + 2}:D{end}", number=EUR)
    sheet.put(0, end + 1, "The rate of the last reason is #DIV/0! until the first parcel is reported missing.")
    sheet.sheet.Columns.getByName("D").IsVisible = False
    sheet.widths(A=40, B=52, C=26, E=20, F=26, G=18, I=22, J=24, K=36, L=32)


CUSTOMERS = ["Müller & Co. KG", "Ægir Friluft A/S", "山田商店", "Café del Río S.L.", "Nørrebro Sport", "Łódź Trek sp. z o.o.",
             "O'Brien Outfitters", "Zürisee Sport AG", "한강 아웃도어", "Bivouac 🏕️ Ltd."]
ORDER_ROWS = 165


def orders(sheet, dice):
    """A longer list of one record per row with dates, times, formulas and a filter, and its total."""
    sheet.rows(0, 1, [["Order", "Ordered at", "Customer", "SKU", "Quantity", "Unit price", "Discount", "Net",
                       "Delivered", "Remark"]])
    sheet.header("A1:J1")
    at = datetime.datetime(2026, 7, 1, 8, 12)
    remarks = [None, None, None, "express", "gift wrap 🎁", "partial delivery,\nrest follows", "see note 1)", "Händler"]
    for step in range(ORDER_ROWS):
        row = 2 + step
        at += datetime.timedelta(minutes=dice.randint(95, 1350))
        product = dice.randrange(len(PRODUCTS))
        delivered = None if step > ORDER_ROWS - 12 else at.date() + datetime.timedelta(days=dice.randint(1, 9))
        sheet.rows(0, row, [[f"FO-2026-{step + 1:05d}", at, dice.choice(CUSTOMERS), f"00{4711 + 13 * product}",
                             dice.randint(1, 40), PRODUCTS[product][1], dice.choice([0, 0, 0.05, 0.1, 0.125]),
                             f"=ROUND(E{row}*F{row}*(1-G{row});2)", delivered, dice.choice(remarks)]])
    last = 1 + ORDER_ROWS
    sheet.rows(0, last + 1, [["Total", None, None, None, f"=SUBTOTAL(9;E2:E{last})", None,
                              f"=AVERAGE(G2:G{last})", f"=SUBTOTAL(9;H2:H{last})", None, None]])
    sheet.style(f"A{last + 1}:J{last + 1}", bold=True, top_line=True)
    sheet.style(f"B2:B{last}", number="YYYY-MM-DD HH:MM", locale=ENGLISH)
    sheet.style(f"F2:F{last + 1}", number=EUR)
    sheet.style(f"H2:H{last + 1}", number=EUR)
    sheet.style(f"G2:G{last + 1}", number="0.0%")
    sheet.style(f"I2:I{last}", number="DD.MM.YYYY")
    sheet.widths(A=32, B=36, C=44, D=20, E=20, F=26, G=22, H=30, I=26, J=40)
    area = sheet.range(f"A1:J{last}").getRangeAddress()
    sheet.document.DatabaseRanges.addNewByName("Orders", area)
    sheet.document.DatabaseRanges.getByName("Orders").AutoFilter = True


def overview(sheet, context, total_row, picture):
    """Key figures that point into other sheets, a chart of the months and a picture."""
    last = 1 + ORDER_ROWS
    sheet.put(0, 1, "Overview")
    sheet.style("A1", bold=True, size=14)
    sheet.rows(0, 3, [
        ["Month", "Net sales", "Target"],
        ["July", f"=$'Sales Q3'.D{total_row}", 620_000],
        ["August", f"=$'Sales Q3'.F{total_row}", 900_000],
        ["September", f"=$'Sales Q3'.H{total_row}", 700_000],
        ["Quarter", "=SUM(B4:B6)", "=SUM(C4:C6)"],
        ["Reached", "=B7/C7", None],
        ["Best order", f"=INDEX(Orders.C2:C{last};MATCH(MAX(Orders.H2:H{last});Orders.H2:H{last};0))", None],
        ["Rate of a currency we do not list", "=VLOOKUP(\"XYZ\";Products.I4:J7;2;0)", None],
    ])
    sheet.header("A3:C3")
    sheet.style("B4:C7", number=EUR)
    sheet.style("B8", number="0%")
    sheet.style("A7:C7", bold=True, top_line=True)
    sheet.widths(A=60, B=36, C=30)

    charts = sheet.sheet.Charts
    charts.addNewByName("MonthlySales", Rectangle(500, 6500, 14_000, 8000),
                        (CellRangeAddress(Sheet=sheet.sheet.RangeAddress.Sheet, StartColumn=0, StartRow=2,
                                          EndColumn=2, EndRow=5),), True, True)
    chart = charts.getByName("MonthlySales").EmbeddedObject
    chart.HasMainTitle = True
    chart.Title.String = "Net sales against target, Q3 2026"
    diagram = chart.getDiagram()
    diagram.HasXAxisTitle = diagram.HasYAxisTitle = True
    diagram.XAxisTitle.String, diagram.YAxisTitle.String = "Month", "EUR"

    provider = context.ServiceManager.createInstanceWithContext("com.sun.star.graphic.GraphicProvider", context)
    shape = sheet.document.createInstance("com.sun.star.drawing.GraphicObjectShape")
    shape.Graphic = provider.queryGraphic(options(URL=file_url(picture)))
    shape.Name, shape.Title, shape.Description = "Logo", "Logo", "Logo of Falkenberg Outdoor: two hills under a sun"
    shape.Anchor = sheet.range("E3").getCellByPosition(0, 0)
    sheet.sheet.DrawPage.add(shape)
    shape.Size = Size(4000, 3000)
    shape.Position = sheet.range("E3").Position


def assumptions(sheet):
    """The hidden sheet: what the others are calculated from."""
    sheet.rows(0, 1, [["Assumption", "Value", "Source"], ["VAT", 0.19, "tax office"], ["Growth", 0.042, "board, 12 May"],
                      ["Working days", 66, "calendar"], ["Shift starts", datetime.datetime(1899, 12, 30, 7, 45), "works council"],
                      ["Longest trip", 1.53125, "travel policy"]])
    sheet.header("A1:C1")
    sheet.style("B2:B3", number="0.0%")
    sheet.style("B5", number="HH:MM", locale=ENGLISH)
    sheet.style("B6", number="[HH]:MM")
    sheet.sheet.IsVisible = False


def draw_logo(path, width=200, height=150):
    """Two hills under a sun as a PNG, pixel by pixel: no picture of anybody else."""
    def pixel(x, y):
        if (x - 150) ** 2 + (y - 40) ** 2 < 22 ** 2:
            return (242, 169, 0)
        if y > 120 - 60 * max(0.0, 1 - abs(x - 70) / 80):
            return (31, 78, 121)
        return (46, 125, 90) if y > 125 - 45 * max(0.0, 1 - abs(x - 140) / 70) else (232, 241, 248)

    lines = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height))

    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    with open(path, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                  + part(b"IDAT", zlib.compress(lines, 9)) + part(b"IEND", b""))


def build(context, desktop, picture):
    """The finished document, open in `desktop`. The dice are seeded: the same numbers every time."""
    dice = random.Random(2026)
    document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, options(Hidden=True))
    names = ["Sales Q3", "Overview", "Products", "Orders", "Assumptions"]
    tabs = {name: Sheet(document, name, index) for index, name in enumerate(names)}
    total_row = sales(tabs["Sales Q3"], dice)
    products(tabs["Products"], dice)
    orders(tabs["Orders"], dice)
    overview(tabs["Overview"], context, total_row, picture)
    assumptions(tabs["Assumptions"])
    document.calculateAll()
    return document


def main(target):
    with tempfile.TemporaryDirectory() as folder, office() as (context, desktop):
        picture = os.path.join(folder, "logo.png")
        draw_logo(picture)
        document = build(context, desktop, picture)
        document.storeToURL(file_url(target), options(FilterName="Calc MS Excel 2007 XML"))
        document.close(False)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "quarterly-report.xlsx"))
