import { type SearchAnswer } from '../../setup/product-calls';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { type ConsoleTab, openConsole } from './open-console';

interface Served extends SearchAnswer {
  query_id: string;
  served_by: { group: string | null };
}

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;
const shoppers = 60;

inBrowser('experiments in the console', () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let tab: ConsoleTab;

  beforeAll(async () => {
    stack = await startStack();
    for (const name of ['lamps', 'lamps-b']) {
      await stack.createIndex(name);
      await stack.stage(name, [{ id: 'desk', title: 'Desk lamp' }]);
      expect(await stack.built(name)).toMatchObject({ status: 'succeeded' });
    }
    await stack.createIndex('lamps-unbuilt');
    browser = await openBrowser(executable!);
    tab = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  const dialog = (name: string) => tab.page.getByRole('dialog', { name });
  const press = (name: string) => tab.page.getByRole('button', { name, exact: true }).click();
  const experiment = () => tab.page.getByRole('region', { name: 'Experiment ranking' });
  const layers = async () =>
    (await stack.v1<{ assignment: object }>('/indexes/lamps/assignment')).body.assignment;

  /** Has shoppers search; all of group b click, and none of the others. Answers how many came to b. */
  async function shop(): Promise<number> {
    let toB = 0;
    for (let n = 0; n < shoppers; n++) {
      const json = { query: 'lamp', user_token: `shopper-${n}` };
      const { body } = await stack.v1<Served>('/indexes/lamps/search', { json });
      if (body.served_by.group !== 'b') continue;
      toB++;
      const event = { type: 'click', query_id: body.query_id, record_id: 'desk', position: 1 };
      const { status } = await stack.v1('/events', { json: { events: [event] } });
      expect(status).toBe(202);
    }
    return toB;
  }

  test('an experiment is begun, and what is wrong with a group stands at its field', async () => {
    const { page } = tab;
    await tab.open('/products/indexes/lamps/experiments', 'lamps');
    await page.getByText('No experiment runs').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await press('Begin an experiment');
    const form = dialog('Begin an experiment');
    await form.getByLabel('Id', { exact: true }).fill('ranking');
    const second = form.getByRole('group', { name: 'Group 2' });
    await second.getByLabel('Share').fill('40');
    await form.getByText('The shares sum to 90 percent, and must sum to 100.').waitFor();
    await press('Begin');
    await form.getByText('shares sum to 0.9').waitFor();
    await second.getByLabel('Share').fill('50');
    await second.getByLabel('Served by').fill('lamps-none');
    await press('Begin');
    await second.getByLabel('Served by').and(page.locator('[aria-invalid]')).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await second.getByLabel('Served by').fill('lamps-unbuilt');
    await press('Begin');
    await form.getByText('lamps-unbuilt has not been built yet.').waitFor();
    await second.getByLabel('Served by').fill('lamps-b');
    await press('Begin');
    await experiment().getByText('No search was counted in these days.').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    expect(await layers()).toEqual({
      layers: [
        {
          id: 'ranking',
          salt: 'ranking',
          groups: [
            { name: 'control', share: 0.5, index: null },
            { name: 'b', share: 0.5, index: 'lamps-b' },
          ],
        },
      ],
    });
  });

  test('its figures tell the groups apart', async () => {
    const { page } = tab;
    const toB = await shop();
    expect(toB).toBeGreaterThan(10);
    await page.reload();
    await experiment().getByText('b differs from control: searches with a click +100 points.').waitFor();
    const searches = experiment().getByRole('row', { name: /^Searches \d/ });
    expect(await searches.getByRole('cell').allInnerTexts()).toEqual([String(shoppers - toB), String(toB)]);
    const verdict = `^${shoppers} shoppers came to the groups, .+: no more off the shares than chance explains`;
    await experiment().getByText(new RegExp(verdict)).waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await tab.shoot('experiments');
    await page.getByLabel('Last day').fill('2020-01-02');
    await page.getByLabel('First day').fill('2020-01-01');
    await experiment().getByText('Nothing more is counted for these days.').waitFor();
    await page.getByLabel('First day').fill('');
    await page.getByLabel('Last day').fill('');
  });

  test('it is changed and ended, and its figures stay', async () => {
    const { page } = tab;
    await press('Change the groups');
    const form = dialog('Change ranking');
    await form.getByRole('group', { name: 'Group 1' }).getByLabel('Share').fill('70');
    await form.getByRole('group', { name: 'Group 2' }).getByLabel('Share').fill('30');
    await press('Save');
    await experiment().getByRole('cell', { name: '30%', exact: true }).waitFor();
    // Those who came by the former shares do not fit the new ones, and the page says so.
    await experiment().getByRole('alert').getByText('Shoppers are missing in a group').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await press('End');
    await press('End the experiment');
    await experiment().getByText('Has ended').waitFor();
    await experiment().getByText('no longer a group').first().waitFor();
    await page.getByText('No experiment runs').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    expect(await layers()).toEqual({});
    // The browser tells of the three refusals of the form, and of nothing else.
    expect(tab.problems).toEqual([
      ...Array<unknown>(2).fill(expect.stringContaining('status of 400')),
      expect.stringContaining('status of 409'),
    ]);
  });
});
