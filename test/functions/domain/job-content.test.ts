import { describe, expect, test } from '@jest/globals';
import type { Defaults } from '../../../functions/domain/job-content.ts';

const defaults = {
  referenceId: null,
  closeDate: null,
  confidential: false,
  autoRefresh: false,
  status: 'draft',
  salary: null,
  applicationEmail: null,
  applicationUrl: null,
} satisfies Defaults;

/** The fields whose default may be left out, by the types. */
type Forgettable = {
  [Field in keyof Defaults]: Omit<Defaults, Field> extends Defaults ? Field : never;
}[keyof Defaults];

describe('the default of a field that a creation may leave out', () => {
  test('does not compile when it is left out itself', () => {
    const { status: _, ...others } = defaults;
    // @ts-expect-error -- there is no default status
    expect(Object.keys(others satisfies Defaults)).toHaveLength(Object.keys(defaults).length - 1);
    const none: [Forgettable] extends [never] ? true : false = true;
    expect(none).toBe(true);
  });
});
