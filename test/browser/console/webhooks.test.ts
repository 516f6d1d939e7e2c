import { Webhook } from 'standardwebhooks';
import { type Receiver, startReceiver } from '../../setup/event-receiver';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';
import { findChromium, openBrowser } from '../chromium';
import { type ConsoleTab, openConsole } from './open-console';

const executable = findChromium();
const inBrowser = executable === undefined ? describe.skip : describe;

inBrowser('webhooks in the console', () => {
  let stack: Stack;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let tab: ConsoleTab;
  let receiver: Receiver;
  let secret = '';

  beforeAll(async () => {
    stack = await startStack();
    receiver = startReceiver(stack, '/hooks');
    browser = await openBrowser(executable!);
    tab = await openConsole(browser.context, stack.api.baseUrl, stack.key.text);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close()]);
  });

  const dialog = (name: string) => tab.page.getByRole('dialog', { name });
  const press = (name: string) => tab.page.getByRole('button', { name, exact: true }).click();
  const attempts = () => tab.page.getByRole('region', { name: 'Attempts' }).getByRole('listitem');

  /** Sends a test from the page of the endpoint and opens its message. */
  async function sendTest(event: string): Promise<void> {
    await press('Send a test');
    await dialog('Send a test').getByLabel('Event').selectOption(event);
    await press('Send');
    await dialog('Send a test').getByRole('status').getByRole('link').click();
    await tab.page.getByRole('heading', { level: 1, name: /^Message / }).waitFor();
  }

  test('an endpoint is created in the page, and its test shows what was sent and answered', async () => {
    const { page } = tab;
    await tab.open('/webhooks', 'Webhooks');
    await page.getByText('There is no endpoint yet.').waitFor();
    await press('Create an endpoint');
    const form = dialog('Create an endpoint');
    await form.getByLabel('Address').fill('http://receiver.example/hooks');
    await press('Create');
    await form.getByLabel('Address').and(page.locator('[aria-invalid]')).waitFor();
    await form.getByLabel('Address').fill(receiver.url);
    await form.getByLabel('Syncs, by id').fill('syn_unknown');
    await press('Create');
    await form.getByText('does not exist. syn_unknown').waitFor();
    await form.getByLabel('Syncs, by id').fill('');
    await form.getByLabel('Add a known collection').selectOption('manuals');
    await form.getByLabel('Description').fill('Orders of the warehouse');
    expect(await tab.accessFaults()).toEqual([]);
    await press('Create');
    secret = await dialog('The endpoint is there').getByText('whsec_').innerText();
    expect(await tab.accessFaults()).toEqual([]);
    await press('Open the endpoint');
    const { host } = new URL(receiver.url);
    await page.getByRole('heading', { level: 1, name: `Endpoint ${host}` }).waitFor();
    await page.getByText('collections manuals').waitFor();
    await page.getByText('Orders of the warehouse').waitFor();
    expect(await page.content()).not.toContain(secret);

    await sendTest('job.failed');
    await attempts().getByText('answer 200').waitFor();
    await attempts().getByLabel('Request').getByText('"test": true').waitFor();
    await attempts().getByLabel('Answer').getByText('taken').waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    const { body, headers } = receiver.requests[0]!;
    const sent = new Webhook(secret).verify(body, headers as Record<string, string>);
    expect(sent).toMatchObject({ event: 'job.failed', data: { test: true } });
  });

  test('a receiver that fails is seen to fail, and gets the message again when it is asked for', async () => {
    const { page } = tab;
    receiver.answer = { status: 503, text: '<i>No room</i> in the store' };
    await press('Send again');
    await page.getByText('<i>No room</i> in the store').first().waitFor();
    await page.getByText('http_error').first().waitFor();
    await page.getByText('not with a 2xx').first().waitFor();
    expect(await tab.accessFaults()).toEqual([]);
    await page.getByRole('link', { name: 'The endpoint and its messages' }).click();
    await page.getByLabel('State').selectOption('failed');
    await page.getByRole('table', { name: 'Messages' }).getByText('job.failed (test)').waitFor();
    await page.getByLabel('State').selectOption('succeeded');
    await page.getByText('No message passes the filters.').waitFor();
    await page.getByLabel('State').selectOption('failed');
    await page.getByRole('table', { name: 'Messages' }).getByRole('link').click();

    receiver.answer = { status: 200, text: 'taken at last' };
    await press('Send again');
    await page.getByText('taken at last').waitFor();
    await page.getByText('sent by hand').first().waitFor();
    await page.locator('.facts').getByText('succeeded').waitFor();
    expect(receiver.requests.every(({ headers }) => headers['webhook-id'] !== undefined)).toBe(true);
  });

  test('what has failed is recovered, with its progress, once the receiver takes it', async () => {
    const { page } = tab;
    await page.getByRole('link', { name: 'The endpoint and its messages' }).click();
    receiver.answer = { status: 500, text: 'broken' };
    await sendTest('job.completed');
    // The third attempt is minutes away: until then nothing but the recovery sends it.
    await attempts().nth(1).waitFor();
    await page.locator('.facts').getByText('failed', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'The endpoint and its messages' }).click();
    receiver.answer = { status: 204, text: '' };
    await press('Recover');
    const recovery = dialog('Send failed messages again');
    expect(await tab.accessFaults()).toEqual([]);
    await press('Send them again');
    await recovery.getByText('The recovery has ended. 1 message had failed when it began').waitFor();
    await recovery.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('table', { name: 'Messages' }).getByText('job.completed (test)').waitFor();
    await page.getByLabel('State').selectOption('failed');
    await page.getByText('No message passes the filters.').waitFor();
    await page.getByLabel('State').selectOption('all');
    await page.getByRole('table', { name: 'Messages' }).getByText('job.failed (test)').waitFor();
    await tab.shoot('webhooks');
  });

  test('a secret is replaced at once, and the endpoint is changed, disabled, enabled and deleted', async () => {
    const { page } = tab;
    await press('Rotate the secret');
    const rotation = dialog('Rotate the secret');
    await rotation.getByLabel('Expire the old one now').check();
    const { host } = new URL(receiver.url);
    await rotation.getByLabel(`Type ${host} to confirm`).fill(host);
    await rotation.getByRole('button', { name: `Rotate the secret of ${host}` }).click();
    const newSecret = await dialog('The new secret').getByText('whsec_').innerText();
    await dialog('The new secret').getByText('no signature of a former secret').waitFor();
    await press('I have it');
    receiver.answer = { status: 200, text: 'signed anew' };
    await sendTest('job.cancelled');
    await attempts().getByText('signed anew').waitFor();
    const { body, headers } = receiver.requests.at(-1)!;
    const signed = headers as Record<string, string>;
    expect(new Webhook(newSecret).verify(body, signed)).toMatchObject({ event: 'job.cancelled' });
    expect(() => new Webhook(secret).verify(body, signed)).toThrow('No matching signature');
    await page.getByRole('link', { name: 'The endpoint and its messages' }).click();

    await press('Change');
    await dialog('Change the endpoint').getByLabel('job.failed').check();
    await dialog('Change the endpoint').getByLabel('Collections, by id').fill('');
    await press('Save');
    await page.locator('.facts').getByText('everything').waitFor();
    await page.locator('.facts').getByText('job.failed', { exact: true }).waitFor();

    await press('Disable');
    await press('Disable it');
    await page.getByText('by hand').waitFor();
    expect(await page.getByRole('button', { name: 'Send a test' }).isDisabled()).toBe(true);
    await press('Enable');
    await press('Enable it');
    await page.locator('.facts').getByText('enabled').waitFor();
    await press('Delete');
    await dialog('Delete the endpoint').getByLabel(`Type ${host} to confirm`).fill(host);
    await press(`Delete endpoint ${host}`);
    await page.getByText('There is no endpoint yet.').waitFor();
    // The browser tells of the two refusals of the form, and that nothing had been recovered yet.
    expect(tab.problems).toEqual([
      ...Array<unknown>(2).fill(expect.stringContaining('status of 400')),
      expect.stringContaining('status of 404'),
    ]);
  });

  test('a key without the right is told which one it needs', async () => {
    const { text: key } = await stack.api.createKey({ permissions: ['products-admin'] });
    const other = await openConsole(browser.context, stack.api.baseUrl, key);
    await other.open('/webhooks', 'Webhooks');
    await other.page.getByText('needs the right webhooks').waitFor();
    expect(await other.page.getByRole('button', { name: 'Create an endpoint' }).count()).toBe(0);
    expect(await other.accessFaults()).toEqual([]);
    await other.close();
  });
});
