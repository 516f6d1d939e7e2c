import { readChart } from '../../src/pages/parse/charts/read-chart';
import { ticksOf } from '../../src/pages/parse/charts/scale';

test('a chart is read from the text of its chunk', () => {
  const text = [
    'Sales of the quarter',
    'Column chart: Net sales: a view',
    'Axes: Month; EUR',
    'Series Net sales (values Overview!$B$4:$B$6, categories Overview!$A$4:$A$6): July = 585.5; August = -3; and 4 more',
    "Series Target (values 'Q3 (old)'!$C$4:$C$6): July = 620; August = #N/A",
  ].join('\n');
  expect(readChart(text)).toEqual({
    type: 'Column chart',
    title: 'Net sales: a view',
    axes: 'Month; EUR',
    shape: 'columns',
    labels: ['July', 'August'],
    series: [
      { name: 'Net sales', values: [585.5, -3], cells: 'Overview!$B$4:$B$6', missing: 4 },
      { name: 'Target', values: [620, null], cells: "'Q3 (old)'!$C$4:$C$6", missing: 0 },
    ],
  });
});

test('labels may hold the marks between points', () => {
  const text = 'Pie chart\nSeries 1: a; b = 1; c = d = 2';
  expect(readChart(text)).toMatchObject({
    labels: ['a; b', 'c = d'],
    series: [{ name: '1', values: [1, 2] }],
  });
});

test.each(['Logo of the company', 'Line chart: Empty\nAxes: x', 'Line chart\nSeries A (values S!A1:A3)', ''])(
  'a text without values is no chart: %p',
  (text) => {
    expect(readChart(text)).toBeNull();
  },
);

test.each([
  [0, 97, [0, 25, 50, 75, 100]],
  [-3, 7, [-5, -2.5, 0, 2.5, 5, 7.5]],
  [5, 5, [4, 6]],
])('the axis of values from %p to %p has round ticks around them', (least, greatest, ticks) => {
  expect(ticksOf(least, greatest)).toEqual(ticks);
});
