import { expect, test } from '@jest/globals';
import { plainText } from '../../pages/html.ts';
import { factList } from '../../pages/public/facts.ts';
import { operationGuide } from '../../schemas/operation-guide.ts';
import type { PublicJob } from '../../schemas/public-job.ts';

const example = operationGuide.getPublicJob.answer as PublicJob;

const factsOf = (workplace: PublicJob['workplace'], language: 'en' | 'fr') =>
  plainText(factList({ ...example, workplace }, language)).replaceAll('\u00a0', ' ');

test.each([
  ['on-site', 'On site', 'Sur place'],
  ['hybrid', 'Hybrid', 'Hybride'],
  ['remote', 'Remote', 'Télétravail'],
] as const)('a posting says where the work is done, in both languages: %s', (workplace, en, fr) => {
  expect(factsOf(workplace, 'en')).toContain(`Workplace ${en} `);
  expect(factsOf(workplace, 'fr')).toContain(`Mode de travail ${fr} `);
});

test('a posting says nothing about where the work is done if the employer does not', () => {
  expect(factsOf(null, 'en')).not.toContain('Workplace');
});
