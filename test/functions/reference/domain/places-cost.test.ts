import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parseGazetteer } from '../../../../functions/reference/domain/gazetteer.ts';
import { resolvePlace } from '../../../../functions/reference/domain/resolve.ts';
import { leastCpuTime } from '../../../setup/cpu-time.ts';

const places = new URL('../../../../schemas/reference-data/places.tsv', import.meta.url);
const gazetteer = parseGazetteer(readFileSync(places, 'utf8'));

const cost = (description: string) => leastCpuTime(() => resolvePlace(gazetteer, description), { runs: 5 });

test.each(['a ', 'bc ', 'st '])(
  'the cost of a place grows with its length alone: %j repeated',
  async (word) => {
    await cost(word.repeat(1_000));
    expect(await cost(word.repeat(8_000))).toBeLessThan(24 * (await cost(word.repeat(1_000))));
  },
);
