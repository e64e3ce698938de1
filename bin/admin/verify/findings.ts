import type { Key } from '../../../functions/store/table.ts';

/** What can be wrong in a table, each with what it means and what --repair does about it. Jobs are the truth. In the order of repair. */
export const kinds = {
  'job-unreadable': {
    meaning: 'A job lacks attributes without which it cannot be shown.',
    repair: 'None: restore the item from a backup.',
  },
  'last-position': {
    meaning: 'The last position given is below that of a job: positions would be given twice.',
    repair: 'Raises the last position to the highest of a job.',
  },
  counter: {
    meaning: 'A counter is below the highest id: ids would be given twice.',
    repair: 'Raises the counter to the highest id.',
  },
  'profile-missing': {
    meaning: 'An employer that has items has no profile.',
    repair: 'Writes the profile as a key of the employer knows it; none when there is no key.',
  },
  'key-missing': {
    meaning: 'An employer lists an API key that opens nothing.',
    repair: 'Takes the key from the list.',
  },
  'key-unlisted': {
    meaning: 'An API key opens an employer that does not list it, so that it cannot be revoked.',
    repair: 'Lists the key.',
  },
  'key-employer': {
    meaning: 'An API key knows another name, plan or suspension of its employer than the profile.',
    repair: 'Copies the profile on the key.',
  },
  'job-attributes': {
    meaning: 'The id or the index attributes of a job are not those of its fields.',
    repair: 'Writes the attributes anew.',
  },
  position: {
    meaning: 'A job has no position, or that of an older job.',
    repair: "Gives the job the employer's next position: it moves to the top of the lists.",
  },
  'reference-shared': {
    meaning: 'A job has the referenceId of another job.',
    repair: 'Takes the referenceId from this job: the other one is named by the reference, or older.',
  },
  'reference-wrong': {
    meaning: 'A reference names another job than the one that has the referenceId.',
    repair: 'Lets the reference name the job that has the referenceId.',
  },
  'reference-orphan': {
    meaning: 'A reference names a job that does not exist or has another referenceId.',
    repair: 'Deletes the reference.',
  },
  'reference-missing': {
    meaning: 'Nothing keeps the referenceId of a job unique.',
    repair: 'Writes the reference.',
  },
  'status-digit': {
    meaning:
      'The status map shows another status at a position than the job there has, or one where there is no job.',
    repair: 'Writes the digit and the counts of the leaf anew.',
  },
  'status-count': {
    meaning: 'The counts of a leaf of the status map are not those of its digits.',
    repair: 'Writes the counts of the leaf anew.',
  },
  'index-row': {
    meaning: 'A row of an index is not that of its job.',
    repair: 'None: DynamoDB keeps its indexes itself, later than the table. Verify again.',
  },
} as const satisfies Record<string, { meaning: string; repair: string }>;

export type FindingKind = keyof typeof kinds;

/** One thing that is wrong. */
export interface Finding {
  kind: FindingKind;
  /** Of what belongs to an employer. */
  employer?: number;
  job?: number;
  /** The version of the job, or of the profile, that was compared. */
  version?: number;
  /** The item to be mended. */
  key: Key;
  expected: unknown;
  found: unknown;
}

/** The findings that two readings in a row agree on, which no traffic between them explains. */
export function agreed(first: readonly Finding[], second: readonly Finding[]): Finding[] {
  const known = new Set(first.map((finding) => JSON.stringify(finding)));
  return second.filter((finding) => known.has(JSON.stringify(finding)));
}

/** A finding as it is printed. */
export const described = (finding: Finding) => ({ ...finding, ...kinds[finding.kind] });
