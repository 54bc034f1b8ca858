// Sentences that the house sends in English, on a Spanish page.

import assert from 'node:assert/strict';
import { browserTest } from './harness.mjs';

const IMPOSSIBLE = [
  ['/score/cribbage?play=KH-KS-KD-5C', 'La cuenta pasaría de treinta y uno.'],
  ['/score/cribbage?hand=5H-5H-5D-JC', 'Hay una carta repetida.'],
  ['/score/cribbage?hand=5H-5S-5D-JC-JC', 'La carta de corte está también entre las cuatro.'],
  ['/score/texas42?trump=sixes&played=6-4_6-1', 'Una baza tiene cuatro fichas, y tres en nello.'],
  ['/score/texas42?trump=sixes&played=6-4_5-5_6-0_6-6_6-1_5-1_6-2_6-3', 'Alguien no sirvió el palo aunque tenía una ficha de él, como muestra una baza posterior.'],
  ['/score/texas42?trump=sixes&bid=30&played=6-4_6-1_6-0_6-6', 'La mano no ha terminado: falta otra baza.'],
];

browserTest('a request that cannot be scored is refused in the language of the reader', async ({ visit }) => {
  const ana = await visit({ locale: 'es-ES' });
  ana.forgives = /^console: Failed to load resource|^4\d\d: .*\/api\/score\//;
  for (const [path, says] of IMPOSSIBLE) {
    await ana.open(path);
    await ana.page.getByText(says, { exact: true }).waitFor();
  }
});

/** The house's reasons in English. */
const reasonsHeard = ({ heard }) => [...heard.join('\n').matchAll(/"reason":"([^"]+)"/g)].map(([, reason]) => reason);

const ADVISED = [
  { game: 'cribbage', bots: 1, says: /valen [\d,]+ de media con todas las cartas de corte\. Con .* vale [\d,]+/ },
  { game: 'texas42', bots: 3, says: /^(La oferta gana la subasta|Nadie ha ofrecido|Que lo intenten|Tu pareja ha ofrecido|Tus dobles)/ },
  { game: 'dice', bots: 0, says: /^Llega a \d+ con una probabilidad del [\d,]+/ },
];

for (const { game, bots, says } of ADVISED) {
  browserTest(`advice in ${game} gives its reasons in Spanish`, async ({ visit }) => {
    const ana = await visit({ locale: 'es-ES' });
    const { page } = ana;
    await ana.open(`/new/${game}`);
    await page.getByLabel('Tu nombre').fill('Ana');
    await page.getByLabel('Ritmo').selectOption('instant');
    await page.getByRole('button', { name: 'Abrir la mesa' }).click();
    for (let seat = 2; seat <= bots + 1; seat += 1) await page.getByRole('button', { name: new RegExp(`Añadir un bot.*${seat}`) }).click();
    await page.locator('[data-throw], [data-bid], [data-score]').first().waitFor();
    await page.locator('[data-ask]').click();
    await page.locator('[data-choice]').getByText(says).first().waitFor();
    const text = await page.locator('[data-advice]').innerText();
    const reasons = reasonsHeard(ana);
    assert.ok(reasons.length > 1, 'the house must send reasons');
    assert.deepEqual(reasons.filter((reason) => text.includes(reason)), []);
  });
}
