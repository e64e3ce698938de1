import { bodyValidator } from '../../../functions/http/validators.ts';
import { keys } from '../../../functions/platform/dynamodb/table.ts';
import type { Finding } from './findings.ts';
import { textOf, type EmployerReading } from './reading.ts';

/** What may be kept of a profile is what an employer may send, and the file of its logo. */
const isProfile = bodyValidator('updateEmployer');

/** What is wrong with what an employer says about itself. */
export function* profileFindings({ employerId: employer, items }: EmployerReading): Generator<Finding> {
  const item = items.get(textOf(keys.employer(employer)));
  if (!item) return;
  const about = items.get(textOf(keys.about(employer)));
  const { version } = item;
  const parts = [
    { key: keys.employer(employer), said: item['profile'] ?? {} },
    // An item without a text is as wrong as one with another value.
    { key: keys.about(employer), said: about ? { about: about['about'] ?? false } : {} },
  ];
  for (const { key, said } of parts) {
    if (isProfile?.(said) !== false) continue;
    yield {
      kind: 'profile-unreadable',
      employer,
      version,
      key,
      expected: 'a profile',
      found: 'another value',
    };
  }
}
