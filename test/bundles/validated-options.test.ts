import { afterAll, expect, test } from '@jest/globals';

// Set before the import, which would disable validation.
process.env['CDK_VALIDATION'] = 'true';
const { removeAssemblies, synthesiseWith } = await import('../lib/synthesised.ts');
const { everyOption } = await import('../lib/two-stages.ts');

afterAll(removeAssemblies);

test('The template validator accepts the templates of a stage with every option', () => {
  // Throws on every finding of the template validator.
  expect(synthesiseWith(everyOption).warnings).toEqual([]);
});
