import { describe, expect, test } from '@jest/globals';
import { feedEntries } from '../../pages/public/feed.ts';
import { endOfDay } from '../../functions/platform/time/calendar.ts';
import { operationGuide } from '../../schemas/operation-guide.ts';
import type { PublicJob } from '../../schemas/public-job.ts';
import { parseXml } from '../setup/xml.ts';

const example = operationGuide.getPublicJob.answer as PublicJob;

/** The facts of each entry of a posting, by the names of its elements. */
function entriesOf(fields: Partial<PublicJob>, closes = '2026-07-11T03:59:59Z') {
  const times = { opened: new Date('2026-06-01T04:00:00Z'), closes: new Date(closes) };
  const { children } = parseXml(`<all>${feedEntries({ ...example, ...fields }, times)}</all>`);
  return children.map((entry) => Object.fromEntries(entry.children.map(({ name, text }) => [name, text])));
}

describe('the entries of a posting', () => {
  test('are a single entry without a location for a remote posting', () => {
    const [place] = example.locations;
    const locations = [place, place].filter((each) => each !== undefined);
    expect(entriesOf({ locations, workplace: 'on-site' })).toHaveLength(2);
    const regions = [90000, 90009].map((id) => ({ id, name: '', description: 'Canada', type: '' }));
    expect(entriesOf({ locations: regions, workplace: 'remote' })).toMatchObject([
      { city: 'Remote', state: '' },
    ]);
    expect(entriesOf({ locations, workplace: 'remote' })).toEqual([
      expect.objectContaining({
        referencenumber: example.id,
        requisitionid: example.id,
        city: 'Remote',
        state: '',
        postalcode: '',
        country: 'CA',
        remotetype: 'Fully remote',
      }),
    ]);
  });

  test('expire with the year 9999 at the latest, also west of UTC', () => {
    const [entry] = entriesOf({}, endOfDay('9999-12-31', 'America/Toronto'));
    expect(entry).toMatchObject({ expirationdate: '9999-12-31T23:59:59Z' });
  });

  test('name the employer of a confidential posting "Confidential"', () => {
    expect(entriesOf({ employer: null })[0]).toMatchObject({ company: 'Confidential' });
  });

  test('state a salary of whole dollars without cents, and without a maximum as one amount', () => {
    const salary = { amount: 85_000, maxAmount: null, period: { id: 1, unit: 'year' }, currency: 'CAD' };
    expect(entriesOf({ salary })[0]).toMatchObject({ salary: '$85,000 per year' });
  });
});
