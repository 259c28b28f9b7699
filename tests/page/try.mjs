// The page of `mapnest explain` in a browser, used: columns chosen, steps filtered and searched.
//   node try.mjs SMALL.html LARGE.html FOLDER-WITH-PLAYWRIGHT
import { createRequire } from 'module';
import { resolve } from 'path';
const { chromium } = createRequire(resolve(process.argv[4]) + '/')('playwright-core');

let passed = 0, failed = 0;
function t(what, ok) {
  if (ok) passed++;
  else { failed++; console.log('FAILED: ' + what); }
}
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
const errors = [];
page.on('pageerror', e => errors.push(e.message));
/* What follows a click comes by an event of its own (hashchange), after the click. */
const comes = selector => page.waitForSelector(selector, { timeout: 30000 }).then(() => true, () => false);
const count = selector => page.locator(selector).filter({ visible: true }).count();

await page.goto('file://' + resolve(process.argv[2]));
const cuda = await page.locator('#column-cuda').boundingBox();
t('the generated code is in sight at 1400 pixels', cuda && cuda.x + cuda.width <= 1400);
t('three columns at first', await count('.column') === 3);
await page.click('.choose button[aria-controls=column-fuse]');
t('a column is chosen', await page.isVisible('#column-fuse'));
t('what a step removed and made is marked', await page.locator('.step .before mark').count() > 0
  && await page.locator('.step .after mark').count() > 0);
await page.click('#versions .tree a');
t('a version leads to the rule that made it', await comes('.rule[open] pre'));
await page.goto('file://' + resolve(process.argv[2]));
const rule = await page.locator('.step summary a').first();
await rule.click();
t('the name of a rule leads to its text', await comes('.rule[open] pre')
  && await page.locator('.rule[open]').count() === 1);
await page.click('.column .t >> nth=0');
t('a term that is clicked has a place in the address',
  await page.waitForURL(/#place-\d+$/, { timeout: 30000 }).then(() => true, () => false));
await page.mouse.move(2, 2);
await page.keyboard.press('Escape');
t('and Escape lets it go', await page.waitForFunction(() => !document.querySelector('.hit'),
  null, { timeout: 30000 }).then(() => true, () => false));

/* How long a page of thousands of steps takes is told, not tested: other jobs may have the machine. */
await page.goto('file://' + resolve(process.argv[3]));
const ready = await page.evaluate(() => performance.getEntriesByType('navigation')[0].domInteractive);
const steps = await page.locator('.step').count();
console.log(`${steps} steps are there in ${Math.round(ready)} ms`);
t('a page of more than 1000 steps', steps > 1000);
await page.selectOption('#by-rule', 'distribute');
const found = /^(\d+) steps, (\d+) near miss/.exec(await page.textContent('#found'));
t('filtered by rule', found && Number(found[1]) === await page.locator('.step[data-rule=distribute]').count());
t('what is around them is pale', await page.locator('.step.dim:not([hidden])').count() > 0);
await page.selectOption('#by-function', 'f7');
t('and by function', (await page.locator('.set').filter({ visible: true }).all()).length === 1);
await page.selectOption('#by-rule', '');
await page.selectOption('#by-pass', 'fuse');
t('and by pass', await page.locator('.set').filter({ visible: true }).getAttribute('data-pass') === 'fuse');
await page.selectOption('#by-pass', '');
await page.selectOption('#by-function', '');
await page.fill('#search', 'A map over a let is two maps');
t('searched', /^(\d+) step/.exec(await page.textContent('#found'))[1] > 0
  && await page.locator('.step:not(.dim)').count() === await page.locator('.step[data-rule=distribute]').count());
await page.fill('#search', 'no such word at all');
t('found nothing', await page.textContent('#found') === '0 steps, 0 near misses'
  && await count('.step') === 0);
await page.fill('#search', '');
t('all again', await count('#misses tbody tr') > 0 && await page.textContent('#found') === '');
t('each near miss is told once', await page.locator('#misses tbody tr').evaluateAll(
  rows => new Set(rows.map(r => r.textContent)).size === rows.length));
t('near misses say what the condition asks', await page.locator('#misses .means').count() > 0);
/* By the keyboard: what is laid out above as it comes into sight moves the link. */
await page.locator('#misses tbody a').first().press('Enter');
t('and lead to the rule', await comes('.rule[open]')
  && await page.locator('.rule[open]').count() === 1);
await page.setViewportSize({ width: 400, height: 800 });
t('narrow: nothing sticks out', await page.evaluate(() =>
  document.querySelector('.columns').getBoundingClientRect().right <= innerWidth + 1));
t('no error in the script: ' + errors.join('; '), errors.length === 0);
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
