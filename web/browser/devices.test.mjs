// The same player on a second device.

import assert from 'node:assert/strict';
import { browserTest } from './harness.mjs';
import { PHONE } from './visitor.mjs';

browserTest('a code makes the phone the same player, once', async ({ visit }) => {
  const laptop = await visit();
  const phone = await visit({ viewport: PHONE });
  const identity = ({ page }) => page.evaluate(() => localStorage.getItem('tallyhouse.token'));
  for (const { page, open } of [laptop, phone].map((visitor) => ({ page: visitor.page, open: () => visitor.open('/settings') }))) {
    await open();
    await page.getByRole('heading', { name: 'You on another device' }).waitFor();
  }
  await laptop.page.getByRole('button', { name: 'Show a code' }).click();
  const code = await laptop.page.locator('[data-device-code]').innerText();
  assert.match(code, /^\w{3}-\w{3}-\w{3}$/);
  await laptop.look('devices');

  const before = await identity(phone);
  const field = phone.page.getByLabel('A code from another device');
  const use = async (text) => {
    await field.fill(text);
    await field.press('Enter');
  };
  await use('AAA-AAA-AAA');
  await phone.page.getByRole('status').getByText('That code does not work').waitFor();
  await use(code.toLowerCase());
  await phone.page.getByRole('status').getByText('you are the same player').waitFor();
  await phone.look('devices-phone');
  assert.notEqual(await identity(phone), before);
  assert.notEqual(await identity(phone), await identity(laptop), 'each device must have its own token');
  await use(code);
  await phone.page.getByRole('status').getByText('That code does not work').waitFor();

  // A table opened on the laptop belongs to the phone's player too.
  await laptop.open('/new/cribbage');
  await laptop.page.getByLabel('Your name').fill('Ann');
  await laptop.page.getByRole('button', { name: 'Open the table' }).click();
  await laptop.page.waitForURL(/\/t(able)?\//);
  await phone.open(new URL(laptop.page.url()).pathname);
  await phone.page.locator('.badge').getByText('you', { exact: false }).first().waitFor();
});
