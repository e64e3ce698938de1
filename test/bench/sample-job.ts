import { defaults, type Job } from '../../functions/jobs/job/job.ts';
import type { JobStatus } from '../../schemas/job.ts';
import { shapes, type Shape } from './shapes.ts';

const titles = [
  'Software Developer',
  'Registered Nurse',
  'Boulanger-pâtissier',
  'Long Haul Truck Driver',
  'Welder, Night Shift',
  'Early Childhood Educator',
  'Adjointe administrative',
  'Bookkeeper',
  'Line Cook',
  'Site Supervisor',
];

const places = [
  { id: 1, name: 'Vancouver', province: 'BC' },
  { id: 2, name: 'Montréal', province: 'QC' },
  { id: 3, name: 'Calgary', province: 'AB' },
  { id: 4, name: 'Halifax', province: 'NS' },
];

const sentence = 'You work with people who know their craft, care for it and like to show how it is done. ';

const item = '<li>Two years of experience, or the will to learn as fast as others forget</li>';

/** About 2 KB of allowed markup. */
const description = `<p>${sentence.repeat(14)}</p><ul>${item.repeat(9)}</ul>`;

/** The cover letter of a candidate. */
export const letter = 'I have done this work for six years, and I would like to do it for you. '.repeat(8);

/** A date in the far future, so that active jobs have a posting in every run. */
const OPEN_UNTIL = '2099-12-31';

/** The status of the n-th job: of ten jobs in a row, seven are open, the first of them always. */
const statusOf = (n: number): JobStatus => (n % 10 < 7 ? 'active' : n % 10 < 9 ? 'archived' : 'draft');

/** The referenceId of the n-th job. */
export const referenceIdOf = (n: number) => `REQ-${String(n).padStart(6, '0')}`;

/** The n-th job of an employer, about 2.5 KB, the same in every run. */
export function sampleJob(
  n: number,
  { shape = shapes.spread, size, firstId }: { shape?: Shape; size: number; firstId: number },
): Job {
  const publishDate = shape.publishDate(n, size);
  const place = places[n % places.length];
  return {
    ...defaults,
    id: firstId + n,
    version: 1,
    recentWrites: [],
    changedAt: Date.parse(publishDate) + n,
    createdAt: 1_780_000_000,
    modifiedAt: 1_780_000_000,
    by: { type: 'key', id: '1-k7f3q9x2', label: 'ATS', at: 1_780_000_000_123 },
    firstPublished: publishDate,
    publicName: null,
    position: shape.position(n, size),
    referenceId: referenceIdOf(n),
    title: `${titles[n % titles.length]} ${n}`,
    publishDate,
    closeDate: OPEN_UNTIL,
    autoRefresh: shape.position(n, size) > size,
    status: statusOf(n),
    locations: place ? [place] : [],
    categories: [23],
    positionType: 1,
    salary: { amount: 650_000_000, maxAmount: 850_000_000, period: 1, plusCommission: false },
    description,
    applicantRoutingType: 1,
    applicationEmail: 'jobs@example.com',
  };
}

/** A sample job in the form of a request body. */
export const sampleBody = (overrides: Record<string, unknown>) => ({
  title: 'Software Developer',
  locations: [{ description: 'Vancouver, BC' }],
  categories: [{ id: 23 }],
  positionType: { id: 1 },
  salary: { amount: 65_000, maxAmount: 85_000, period: { id: 1 } },
  description,
  applicantRoutingType: { id: 1 },
  applicationEmail: 'jobs@example.com',
  ...overrides,
});
