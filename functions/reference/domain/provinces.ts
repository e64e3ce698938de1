import reference from '../../../schemas/reference-data/reference.json' with { type: 'json' };
import { foldAccents } from '../../platform/text.ts';

/** Common forms besides the code and the two official names. NE (N.-É.) is omitted: it means Nebraska. */
const otherForms: Readonly<Record<string, readonly string[]>> = {
  AB: ['Alta', 'Alb'],
  BC: ['C.-B.'],
  MB: ['Man'],
  NL: ['NF', 'Nfld', 'Newfoundland', 'Labrador', 'Newfoundland & Labrador', 'Terre-Neuve', 'T.-N.-L.'],
  NT: ['NWT', 'Northwest Territory', 'T.N.-O.'],
  ON: ['Ont'],
  PE: ['PEI', 'Î.-P.-É.'],
  QC: ['PQ', 'Que'],
  SK: ['Sask'],
  YT: ['YK', 'Yukon Territory', 'Territoire du Yukon'],
};

const namesByCode: ReadonlyMap<string, readonly string[]> = new Map(
  reference.provinces.map(({ code, en, fr }) => [code, [...new Set([en, fr])]]),
);

/** The names of a province or territory in English and French; none for an unknown code. */
export const provinceNames = (code: string): readonly string[] => namesByCode.get(code) ?? [];

const fold = (text: string): string => foldAccents(text).replace(/[^\p{L}\p{N}]+/gu, '');

const codeByForm: ReadonlyMap<string, string> = new Map(
  reference.provinces.flatMap(({ code, en, fr }) =>
    [code, en, fr, ...(otherForms[code] ?? [])].map((form) => [fold(form), code] as const),
  ),
);

/** The 13 codes, in alphabetical order. */
export const provinceCodes: readonly string[] = reference.provinces.map(({ code }) => code);

/**
 * The code of a province or territory from its code, English or French name, or another common form, ignoring case,
 * accents and punctuation: `b.c.`, `Québec`, `Nfld`; `undefined` if it is unknown (interface 2.2).
 */
export const provinceOf = (text: string): string | undefined => codeByForm.get(fold(text));
