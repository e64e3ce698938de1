import { bodyValidator } from '../../../functions/http/validators.ts';
import { profileFrom } from '../../../functions/employers/store/employer-item.ts';
import { now } from '../../../functions/platform/clock.ts';
import { keys } from '../../../functions/platform/dynamodb/table.ts';
import { LOGO_GRACE_MILLIS } from '../../../functions/profile/store/unnamed-logos.ts';
import type { Finding } from './findings.ts';
import { textOf, type EmployerReading } from './reading.ts';

/** What may be kept of a profile is what an employer may send, and the file of its logo. */
const isProfile = bodyValidator('updateEmployer');

/** What no profile names is old enough for a sweep after this time, and there is one every day. */
const SWEPT_MILLIS = LOGO_GRACE_MILLIS + 24 * 60 * 60 * 1_000;

/** What differs between the logo that a profile names and the files. */
function* logoFindings({ employerId: employer, items, logos }: EmployerReading): Generator<Finding> {
  if (!logos) return;
  const key = keys.employer(employer);
  const item = items.get(textOf(key)) ?? {};
  const { logo } = profileFrom(item);
  if (logo !== null && !logos.has(logo)) {
    const { version } = item;
    yield { kind: 'logo-missing', employer, version, key, expected: logo, found: null };
  }
  for (const [name, storedAt] of logos) {
    if (name === logo || storedAt.getTime() > now().getTime() - SWEPT_MILLIS) continue;
    yield { kind: 'logo-orphan', employer, key, expected: null, found: name };
  }
}

/** What is wrong with what an employer says about itself. */
export function* profileFindings(reading: EmployerReading): Generator<Finding> {
  yield* logoFindings(reading);
  const { employerId: employer, items } = reading;
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
