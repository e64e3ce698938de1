import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { catalogue, parseGazetteer } from '../../../../functions/reference/domain/gazetteer.ts';
import {
  describePlace,
  regions,
  provinceOf,
  searchPlaces,
} from '../../../../functions/reference/domain/location.ts';
import { resolvePlace, resolveRegion } from '../../../../functions/reference/domain/resolve-place.ts';
import { leastCpuTime } from '../../../setup/cpu-time.ts';

const tsv = readFileSync(new URL('../../../../schemas/reference-data/places.tsv', import.meta.url), 'utf8');
const gazetteer = parseGazetteer(tsv);
const allPlaces = catalogue(gazetteer);

/** The lines of the file, parsed by the test, independently of the tested index. */
const lines = tsv
  .trim()
  .split('\n')
  .map((line) => {
    const [key = '', province = '', mark = '', weight = '', name = ''] = line.split('\t');
    return { key, province, mark, weight, name };
  });
const withNames = lines.filter(({ name }) => name !== '');
const aliases = lines.filter(({ name }) => name === '');

/** The description of the resolved place as responses show it, or the code of the violation. */
const outcome = (description: string, known = gazetteer): string => {
  const result = resolvePlace(known, description);
  return 'place' in result ? describePlace(result.place) : result.violation.code;
};

const messageOf = (description: string): string | undefined => {
  const result = resolvePlace(gazetteer, description);
  return 'violation' in result ? result.violation.message : undefined;
};

const search = (q: string): string[] => searchPlaces(allPlaces, q).map(describePlace);

describe('the gazetteer', () => {
  test.each([
    [2, 'Montréal, QC'],
    [11, 'Québec, QC'],
    [58, "St. John's, NL"],
    [106, 'Saint John, NB'],
    // As in the original service.
    [156, 'Vancouver, BC'],
    [178, 'Stratford, ON'],
    [383, 'Stratford, PE'],
    [1069, 'Yuquot, BC'],
  ])('keeps id %i for %s', (id, description) => {
    expect(allPlaces.filter((place) => place.id === id).map(describePlace)).toEqual([description]);
  });

  test('gives every place of the catalogue one id, in order and without gaps', () => {
    expect(allPlaces.map(({ id }) => id)).toEqual(Array.from({ length: 1069 }, (_, index) => index + 1));
  });

  test.each(['', '\n', 'a', 'a\tBC', 'a\tBC\t-', 'a\tBC\t7\t\t', 'Not, a table'])(
    'is empty when the text is %j',
    (text) => {
      const { entries, placesById: places } = parseGazetteer(text);
      expect([entries.size, places.size]).toEqual([0, 0]);
    },
  );
});

describe('a round trip', () => {
  test('resolves every name with its province to the place with the name', () => {
    expect(
      withNames.filter(({ key, name, province, mark }) => {
        const result = resolvePlace(gazetteer, `${name}, ${province}`);
        const id = /^\d+$/u.test(mark) ? { id: Number(mark) } : {};
        return JSON.stringify(result) !== JSON.stringify({ place: { key, province, name, ...id } });
      }),
    ).toEqual([]);
  });

  test('resolves every alias with its province to the place of the alias', () => {
    expect(
      aliases.filter(({ key, province, mark }) => {
        const result = resolvePlace(gazetteer, `${key}, ${province}`);
        return !('place' in result && String(result.place.id) === mark);
      }),
    ).toEqual([]);
  });

  test.each([
    ['in upper case', (name: string) => name.toUpperCase()],
    ['with its accents apart', (name: string) => name.normalize('NFD')],
    ['without accents', (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '')],
    ['with typographic apostrophes', (name: string) => name.replaceAll("'", '’')],
    ['with spaces for hyphens', (name: string) => name.replaceAll('-', ' ')],
  ])('resolves every name %s', (_, written) => {
    expect(
      withNames.filter(
        ({ name, province }) => outcome(`${written(name)}, ${province}`) !== `${name}, ${province}`,
      ),
    ).toEqual([]);
  });

  test('resolves a name without a province to a place with the name or alias, or rejects the name', () => {
    const strangers = withNames.filter(({ key, name }) => {
      const result = resolvePlace(gazetteer, name);
      return 'place' in result
        ? !lines.some((line) => line.key === key && line.province === result.place.province)
        : !['location_ambiguous', 'location_province_required'].includes(result.violation.code);
    });
    expect(strangers).toEqual([]);
  });
});

describe('a description', () => {
  const meanings: [place: string, descriptions: string[]][] = [
    [
      'Vancouver, BC',
      ['Vancouver', 'vancouver, bc', 'Vancouver,', 'Vancouver, Canada', 'Vancouver, BC, CAN'],
    ],
    ['Montréal, QC', ['Montreal', 'Montréal (Québec) H3B 2Y5', 'Montréal (Québec), Canada']],
    ['Montréal, QC', ['Montréal (QC) Canada']],
    ['Québec, QC', ['Quebec', 'Quebec City']],
    ["St. John's, NL", ["Saint John's, Newfoundland", 'St. John’s, nfld']],
    ["St. John's, NL", ["St. John's Newfoundland and Labrador"]],
    ['Sault Ste. Marie, ON', ['Sault Ste Marie']],
    ['Fort McMurray, AB', ['Ft. McMurray, AB']],
    ['Saint-Hyacinthe, QC', ['St-Hyacinthe, Qc.']],
    ['100 Mile House, BC', ['100 mile house']],
    ["Łutselk'e, NT", ['Lutselke, N.W.T.']],
    ['New Westminster, BC', ['  New\u00a0\t Westminster ,BC']],
    ['Sept-Îles, QC', ['Sept-Îles(Qué.)']],
    ['Moncton, NB', ['Moncton [N.-B.]']],
    ['Toronto, ON', ['Toronto Ontario Canada', 'Toronto, ON M5V 2T6', 'Toronto, ON, CA, M5V2T6']],
    ['Toronto, ON', ['Toronto, Ontario m5v-2t6, Canada', 'Toronto / Ontario', 'Toronto | ON']],
    ['Toronto, ON', ['CA-ON-Toronto', 'ON - Toronto']],
    ['Trois-Rivières, QC', ['Trois-Rivières – Québec', 'QC-Trois-Rivières']],
  ];
  test.each(meanings.flatMap(([place, given]) => given.map((description) => [description, place])))(
    '%j means %s',
    (description, place) => {
      expect(outcome(description)).toBe(place);
    },
  );

  test.each(['Wynndel, BC', 'Kitsilano, BC'])('%s is valid without an id', (description) => {
    const result = resolvePlace(gazetteer, description);
    expect(result).toHaveProperty('place.name', description.split(',')[0]);
    expect(result).not.toHaveProperty('place.id');
  });

  const refused: [string, string[]][] = [
    ['location_required', [' \u00a0\n']],
    ['location_format', [', BC', 'Vancouver,,', '<b>Vancouver</b>', '123', 'Vancouver; Victoria', '\ud800']],
    ['location_format', ['Canada - Ontario - Toronto', 'Vancouver, BC, USA']],
    ['location_province_unknown', ['Richmond, CA', 'Vancouver, CAN', 'Richmond, CA V6B 1A1']],
    ['location_province_unknown', ['Vancouver, Canada, Canada', 'Vancouver, __proto__']],
    ['location_not_found', ['Metro Vancouver, BC', 'Canada', 'BC', 'constructor', 'Новый Vancouver']],
    ['location_wrong_province', ['Kitsilano, ON']],
    ['location_province_required', ['Centreville']],
  ];
  test.each(refused.flatMap(([code, given]) => given.map((description) => [description, code])))(
    '%j is rejected with %s',
    (description, code) => {
      expect(outcome(description)).toBe(code);
    },
  );

  test.each([
    ['', "A location needs a description: a city, or a city and a province code such as 'Vancouver, BC'."],
    ['a, b, c', "'a, b, c' is not a place: use 'City' or 'City, PR', such as 'Vancouver, BC'."],
    [
      'Seattle, WA',
      "'WA' is not a Canadian province or territory code (AB, BC, MB, NB, NL, NS, NT, NU, ON, PE, QC, SK, YT).",
    ],
    [
      'Gotham',
      "No Canadian place named 'Gotham' is known. Use a city and its province, such as 'Vancouver, BC'; GET /locations?q= finds those that are known.",
    ],
    [
      'Gotham, British Columbia',
      "No place named 'Gotham' is known in BC. Use a city and its province, such as 'Vancouver, BC'; GET /locations?q= finds those that are known.",
    ],
    [
      'Stratford, SK',
      "No place named 'Stratford' is known in SK. Did you mean: Stratford, ON; Stratford, PE?",
    ],
    ['Stratford', "'Stratford' matches several places: Stratford, ON; Stratford, PE. Add the province code."],
    ['Kitsilano', "'Kitsilano' is a neighbourhood and needs its province code. Did you mean: Kitsilano, BC?"],
  ])('%j is rejected with a helpful message', (description, message) => {
    expect(messageOf(description)).toBe(message);
  });

  test('gets a violation with at most five suggestions', () => {
    const hills = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS'].map((code) => `hill\t${code}\t-\t\tHill`);
    expect(resolvePlace(parseGazetteer(hills.join('\n')), 'Hill')).toMatchObject({
      violation: {
        message: expect.stringContaining('places: Hill, AB; Hill, BC; Hill, MB; Hill, NB; Hill, NL.'),
      },
    });
  });

  test('is ambiguous for only nine sets of places with the same name', () => {
    const sets = new Set(
      withNames.map(({ name }) => messageOf(name)).filter((text) => text?.includes('several')),
    );
    const places = [...sets].map((text) => String(text).replace(/^.* places: |\. Add.*$/gu, ''));
    expect([...new Set(places)].toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'Bloomfield, NL; Bloomfield, ON',
      'Garson, MB; Garson, ON',
      'Hanover, MB; Hanover, ON',
      'Lloydminster, AB; Lloydminster, SK',
      'Maidstone, ON; Maidstone, SK',
      'Saint Isidore, ON; Saint-Isidore, QC',
      'Souris, MB; Souris, PE',
      'St. Jean Baptiste, MB; Saint-Jean-Baptiste, QC',
      'Stratford, ON; Stratford, PE',
    ]);
  });
});

describe('a city without a province', () => {
  test.each([
    ['means the one exactly three times as large', ['BC\t1\t9000', 'ON\t2\t3000'], 'Hill, BC'],
    ['is ambiguous just below three times', ['BC\t1\t8999', 'ON\t2\t3000'], 'location_ambiguous'],
    ['counts a known place as 1,500 at least', ['BC\t1\t4499', 'ON\t2\t0'], 'location_ambiguous'],
    ['prefers a known place to one without an id', ['BC\t-\t', 'ON\t2\t0'], 'Hill, ON'],
    ['ignores neighbourhoods', ['BC\t~\t', 'ON\t-\t'], 'Hill, ON'],
    ['needs its province among neighbourhoods', ['BC\t~\t', 'ON\t~\t'], 'location_province_required'],
  ])('%s', (_, rows, expected) => {
    const hills = rows.map((row) => `hill\t${row}\tHill`);
    for (const lineOrder of [hills, hills.toReversed()])
      expect(outcome('Hill', parseGazetteer(lineOrder.join('\n')))).toBe(expected);
  });
});

describe('hostile text', () => {
  const separators = [',', ' ', "'", 'a ', 'a, ', '-(', 'Canada,', 'BC ', 'st '];
  const marks = ['\u0301', '\ud83d', '\ufdfa', 'a\u0000'];
  test.each([...separators, ...marks])('gets a violation when it repeats %j', (piece) => {
    expect(outcome(piece.repeat(300).slice(0, 300))).toMatch(/^location_/u);
  });
});

describe('a province', () => {
  test.each([
    ['BC', ['British Columbia', 'Colombie-Britannique', 'b. c.']],
    ['AB', ['Alta.']],
    ['MB', ['Man.']],
    ['NL', ['NF', 'Nfld', 'Newfoundland', 'Labrador', 'Newfoundland & Labrador', 'Terre Neuve et Labrador']],
    ['NT', ['NWT', 'N.W.T.', 'Territoires du Nord-Ouest']],
    ['ON', ['Ont', 'ONTARIO']],
    ['PE', ['PEI', 'Île-du-Prince-Édouard']],
    ['QC', ['QUE\u0301BEC', 'Que', 'P.Q.']],
    ['SK', ['Sask']],
    ['YT', ['YK', 'Yukon Territory']],
  ])('%s is recognized in its other spellings', (code, forms) => {
    expect(forms.map((form) => provinceOf(form))).toEqual(forms.map(() => code));
  });

  test.each(['', 'CA', 'NE', 'BC 1', 'ВС', 'constructor'])('is not recognized in the text %j', (text) => {
    expect(provinceOf(text)).toBeUndefined();
  });
});

describe('a search', () => {
  test('finds parts of names, shortest first, then by name', () => {
    expect(search('van')).toEqual([
      'Estevan, SK',
      'Vancouver, BC',
      'Vanderhoof, BC',
      'Sylvan Lake, AB',
      'West Vancouver, BC',
      'North Vancouver, BC',
    ]);
  });

  test('finds every Saint John, however it is written', () => {
    for (const q of ['st. john', ' Saint-John '])
      expect(search(q)).toEqual(['Saint John, NB', "St. John's, NL", 'Fort St. John, BC']);
  });

  test.each([
    ['MONTREAL', 'Montréal, QC'],
    ['trois riv', 'Trois-Rivières, QC'],
    ['deline', 'Délı̨nę, NT'],
    ["l'ancienne", "L'Ancienne-Lorette, QC"],
  ])('by %j finds %s', (q, place) => {
    expect(search(q)).toContain(place);
  });

  test('keeps every place when q is blank', () => {
    expect(search('  ')).toHaveLength(allPlaces.length);
  });

  test.each(['***', 'zzz', 'vanc ouver'])('finds no place by %j', (q) => {
    expect(search(q)).toEqual([]);
  });

  test('returns the same order, whatever the order of the places', () => {
    expect(searchPlaces(allPlaces.toReversed(), '')).toEqual(searchPlaces(allPlaces, ''));
  });
});

describe('a region', () => {
  test.each(regions)('is resolved again from its description, $description, and is not a city', (region) => {
    expect(resolveRegion(region.description)).toBe(region);
    expect(outcome(region.description)).toBe('location_not_found');
    expect(allPlaces.map(({ id }) => id)).not.toContain(region.id);
  });

  test.each<[region: string | undefined, descriptions: string[]]>([
    ['Ontario', [' On. ', 'Ontario, Canada']],
    ['British Columbia', ['C.-B.']],
    ['QC', ['PQ, Canada']],
    ['Canada', ['CANADA']],
    [undefined, ['Ontario, ON', 'Canada, ON', 'CA', '', 'Europe']],
  ])('is resolved from its other spellings: %s', (region, descriptions) => {
    for (const each of descriptions) expect([each, resolveRegion(each)?.description]).toEqual([each, region]);
  });

  test('shares its name with a city only in the case of Quebec', () => {
    const names = regions.map(({ name }) => name);
    expect(names.filter((name) => outcome(name) !== 'location_not_found')).toEqual(['Quebec']);
  });
});

const cost = (description: string) => leastCpuTime(() => resolvePlace(gazetteer, description), { runs: 5 });

test.each(['a ', 'bc ', 'st '])(
  'the time to resolve a place grows in proportion to its length: %j repeated',
  async (word) => {
    await cost(word.repeat(1_000));
    expect(await cost(word.repeat(8_000))).toBeLessThan(24 * (await cost(word.repeat(1_000))));
  },
);
