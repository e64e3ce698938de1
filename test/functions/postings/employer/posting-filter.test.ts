import { describe, expect, test } from '@jest/globals';
import {
  createPostingRanking,
  type PostingFilter,
} from '../../../../functions/postings/employer/posting-filter.ts';
import type { PostingRow } from '../../../../functions/jobs/job/job.ts';
import { leastCpuTime } from '../../../setup/cpu-time.ts';

const place = (name: string, province: string) => ({ id: 1, name, province });

const aRow = (fields: Partial<PostingRow> = {}): PostingRow => ({
  title: 'Baker',
  translations: null,
  locations: [place('Toronto', 'ON')],
  workplace: 'remote',
  categories: [18],
  positionType: 2,
  closeDate: '2031-12-31',
  confidential: false,
  ...fields,
});

const filtering = (rows: readonly PostingRow[], q: string) => () => rows.filter(createPostingRanking({ q }));

const isFound = (filter: PostingFilter, row: PostingRow) => createPostingRanking(filter)(row) !== undefined;

describe('words that postings are searched for', () => {
  test.each<[q: string, title: string, ...places: [string, string][]]>([
    ['PÂTIS', 'Boulangère-pâtissière'],
    ['DÉVELOPPEUR C#', 'Développeur C#'],
    ['boulanger patissier', 'Boulanger-pâtissier'],
    ['料理', '料理人'],
    ['50%', 'Cook, 50 %, 50%'],
    ['baker - toronto', 'Baker', ['Toronto', 'ON']],
    ['baker\ttoronto\u0000', 'Baker', ['Toronto', 'ON']],
    ['montreal quebec', 'Cook', ['Montréal', 'QC']],
    ['Ontario', 'Cook', ['Ottawa', 'ON']],
    ['colombie-britannique', 'Cook', ['Vancouver', 'BC']],
    ["st. john's", 'Cook', ["St. John's", 'NL']],
    ['st. john', 'Cook', ['Saint John', 'NB']],
    ['saint john’s', 'Cook', ["St. John's", 'NL']],
    ['ste-therese cook', 'Cook', ['Sainte-Thérèse', 'QC']],
    ['drivers', 'Truck Driver'],
    ['driver', 'Truck Drivers'],
    ['entretien', 'Préposée à l’entretien'],
    ["l'entretien", 'Préposée à l’entretien'],
    ['Manœuvre', 'Manoeuvre'],
    ['val d or', 'Cook', ["Val-d'Or", 'QC']],
    ['net', 'Developer (.NET)'],
    ['.net', 'C#, .NET Developer'],
    ['asp.net', 'ASP.NET Developer'],
    ['c++', 'Developer, C++/Qt'],
    ['part-time', 'Cook'],
    ['temps partiel', 'Cook'],
    ['remote cook', 'Cook'],
    ['IT', 'Analyst, IT'],
  ])('"%s" finds "%s"', (q, title, ...places) => {
    const locations = places.length > 0 ? places.map(([name, province]) => place(name, province)) : undefined;
    expect(isFound({ q }, aRow({ title, ...(locations && { locations }) }))).toBe(true);
  });

  test.each<[q: string, title: string, province?: string]>([
    ['baker montreal', 'Baker'],
    ['.*', 'Baker'],
    ['c++', 'Cook'],
    ['c#', 'Cook'],
    ['.net', 'Network Engineer'],
    ['–', 'Baker'],
    ['2031', 'Baker'],
    ['undefined', 'Baker', 'XX'],
    ['it', 'Baker', 'BC'],
    ['ters', 'Shipper'],
    ['bus', 'Butcher'],
    ['hybrid', 'Baker'],
  ])('"%s" does not find "%s"', (q, title, province = 'ON') => {
    expect(isFound({ q }, aRow({ title, locations: [place('Toronto', province)] }))).toBe(false);
  });

  test('take limited time for the rows of one page, whatever the characters of the words and titles', async () => {
    // One page reads at most 200 rows of this size, as many bytes as of 1,000 plain rows.
    const plain = Array.from({ length: 1_000 }, () => aRow());
    const titles = [
      'W'.repeat(256),
      '\uFDFA'.repeat(256),
      'st '.repeat(85),
      'é '.repeat(128),
      'a-'.repeat(128),
    ];
    const heavy = Array.from({ length: 200 }, (_, index) =>
      aRow({ title: titles[index % titles.length] ?? '' }),
    );
    const usual = await leastCpuTime(filtering(plain, 'baker toronto'), { runs: 9 });
    const most = 150 * usual;
    for (const q of [
      'a '.repeat(128),
      '\uFDFA'.repeat(256),
      'st. '.repeat(64),
      "'".repeat(256),
      'W '.repeat(128),
    ]) {
      expect(await leastCpuTime(filtering(plain, q), { quickEnough: most })).toBeLessThan(most);
      expect(await leastCpuTime(filtering(heavy, q), { quickEnough: most })).toBeLessThan(most);
    }
  });
});

describe('filters of postings', () => {
  const row = aRow({ workplace: 'remote', categories: [14, 23], positionType: 3 });

  test.each([{}, { category: 23, positionType: 3, workplace: 'remote', q: 'baker' } as const])(
    'find the jobs that match %j',
    (filter) => {
      expect(isFound(filter, row)).toBe(true);
    },
  );

  test.each([
    { category: 1 },
    { positionType: 1 },
    { workplace: 'hybrid' } as const,
    { category: 23, q: 'cook' },
  ])('leave out the jobs that do not match %j', (filter) => {
    expect(isFound(filter, row)).toBe(false);
  });
});
