import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loads, neighbours } from '../bench/neighbour-model.ts';
import { neighbourMarkdown } from '../bench/neighbour-table.ts';

test.each(loads)('No other employer waits once a busy one has used up its minute: %s', (load) => {
  const { burst, after } = neighbours(load, 'units');
  expect(after).toMatchObject({ refused: 0, failed: 0 });
  const uncharged = neighbours(load, 'requests');
  expect(uncharged.after.refused).toBeGreaterThan(0.3);
  expect(burst.refused).toBeLessThan(uncharged.burst.refused);
  // The busy employer loses nothing: what it was allowed before, the partition did not give it.
  expect(after.served).toBeGreaterThanOrEqual(uncharged.after.served);
});

test('docs/running.md shows what the model says', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/running.md'), 'utf8');
  expect(page).toContain(neighbourMarkdown());
});
