import { describe, expect, test } from '@jest/globals';
import { parseConditions, requireConditions } from '../../../functions/http/operation-response.ts';
import type { Refusal } from '../../../functions/platform/errors.ts';
import type { Violation } from '../../../schemas/problem.ts';

const CURRENT = '"current"';

const names = ['If-Match', 'If-None-Match'] as const;

/** The error code of a write with the header when the entity tag is CURRENT; undefined when it succeeds. */
function evaluate(name: (typeof names)[number], value: string) {
  const violations: Violation[] = [];
  const row = { access: 'employer', method: 'PUT', status: 200 } as const;
  const conditions = parseConditions({ headers: { [name.toLowerCase()]: value } }, row, violations);
  if (violations.length > 0) return violations.map(({ header, code }) => `${header} ${code}`);
  try {
    requireConditions(conditions, CURRENT);
  } catch (error) {
    return (error as Refusal).code;
  }
  return undefined;
}

const naming = [CURRENT, '*', `"other", ${CURRENT}`, `"a,b",,\t${CURRENT} ,`];
const namingWeakly = [`W/${CURRENT}`, `"a,b" ,,W/${CURRENT},`, `"a", "b",W/${CURRENT}`];
const namingOthers = ['"other"', 'W/"other"', '"a", "b"', '"current,"', '"CURRENT"'];

describe('If-Match', () => {
  test.each(naming)('accepts a write that names the current version: %j', (value) => {
    expect(evaluate('If-Match', value)).toBeUndefined();
  });

  test.each([...namingWeakly, ...namingOthers])(
    'refuses a write that names another version, or a weak tag: %j',
    (value) => {
      expect(evaluate('If-Match', value)).toBe('precondition_failed');
    },
  );
});

describe('If-None-Match', () => {
  test.each([...naming, ...namingWeakly])('refuses a write that names the current version: %j', (value) => {
    expect(evaluate('If-None-Match', value)).toBe('precondition_failed');
  });

  test.each(namingOthers)('accepts a write that names another version: %j', (value) => {
    expect(evaluate('If-None-Match', value)).toBeUndefined();
  });
});

describe.each(names)('%s', (name) => {
  test.each([
    '',
    ',',
    'abc',
    '"abc',
    'abc"',
    `${CURRENT} "b"`,
    `${CURRENT}, b`,
    `*, ${CURRENT}`,
    'w/"a"',
    '"a b"',
    `"${', '.repeat(2_000)}x`,
  ])('causes a 400 that names the header when its value is malformed: %j', (value) => {
    expect(evaluate(name, value)).toEqual([`${name} malformed`]);
  });
});
