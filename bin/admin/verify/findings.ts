import { timeToLive, type Key } from '../../../functions/platform/dynamodb/table.ts';

/** The kinds of findings in order of repair, with their meaning and what --repair does. The jobs count as correct. */
export const kinds = {
  'job-unreadable': {
    meaning: 'A job lacks attributes that are needed to read it.',
    repair: 'None: restore the item from a backup.',
  },
  'last-position': {
    meaning: 'The last position is below that of a job: positions would be used twice.',
    repair: 'Raises the last position to the highest position of a job.',
  },
  'last-publish-date': {
    meaning: 'The last publishDate of an employer is in the future: its next jobs would get it too.',
    repair: 'Sets it to today.',
  },
  counter: {
    meaning:
      'A counter is below the highest id, or that of jobs below the end of its block: ids would be used twice.',
    repair: 'Raises the counter to the highest id, that of jobs to the end of its block.',
  },
  'employer-missing': {
    meaning: 'An employer has items, but not its own.',
    repair:
      'Restores it from the copy on an API key, which has no profile; none when the employer has no key.',
  },
  'profile-unreadable': {
    meaning:
      'The profile of an employer has a field that there is not, or a value that its field cannot have.',
    repair: 'None: the employer sends the field again by PUT /employer, or restore the item from a backup.',
  },
  'logo-missing': {
    meaning: 'The profile of an employer names a logo whose file does not exist, so nobody sees it.',
    repair: 'None: the employer sends the logo again by PUT /employer/logo.',
  },
  'logo-orphan': {
    meaning: 'No profile has named the file of a logo for two days, but the daily sweep has not removed it.',
    repair: 'None: the next sweep that comes to its end removes it. Its log says what kept it from that.',
  },
  'key-missing': {
    meaning: 'An employer lists an API key that does not exist.',
    repair: 'Removes the key from the list.',
  },
  'key-unlisted': {
    meaning: 'An API key works for an employer that does not list it, so it cannot be revoked.',
    repair: 'Adds the key to the list.',
  },
  'key-employer': {
    meaning: 'The name, plan or suspension on an API key differs from that of its employer.',
    repair: 'Copies the employer to the key.',
  },
  'job-attributes': {
    meaning: 'The id or the index attributes of a job do not match its key and fields.',
    repair: 'Rewrites the attributes.',
  },
  position: {
    meaning: 'A job has no position, or the position of an older job.',
    repair: "Gives the job the employer's next position: it moves to the top of the lists.",
  },
  'publish-date': {
    meaning: 'The publishDate of a job is in the future.',
    repair: 'Sets it to today, with the closeDate that follows from it and the day of the first publication.',
  },
  'reference-shared': {
    meaning: 'A job has the referenceId of another job.',
    repair:
      'Removes the referenceId from this job: the reference names the other job, or the other job is older.',
  },
  'reference-wrong': {
    meaning: 'A reference names a different job than the one that has the referenceId.',
    repair: 'Makes the reference name the job that has the referenceId.',
  },
  'reference-orphan': {
    meaning: 'A reference names a job that does not exist or has another referenceId.',
    repair: 'Deletes the reference.',
  },
  'reference-missing': {
    meaning: 'A job has a referenceId without a reference, so another job could take it.',
    repair: 'Writes the reference.',
  },
  'id-block': {
    meaning: 'A block of job ids does not name the employer of its jobs, so their postings are not found.',
    repair: 'Makes the block name the employer.',
  },
  'public-name-missing': {
    meaning: 'A confidential job has no public name, and so no posting.',
    repair: 'Gives the job a name.',
  },
  'public-name-wrong': {
    meaning: 'The public name of a job does not lead to it, so its posting is not found.',
    repair: 'Makes the name lead to the job.',
  },
  'public-name-orphan': {
    meaning: 'A public name leads to a job that does not exist or has another name.',
    repair: 'Deletes the name.',
  },
  'application-unreadable': {
    meaning: 'An application lacks attributes that are needed to read it.',
    repair: 'None: restore the item from a backup.',
  },
  'application-number': {
    meaning:
      "The last number of an employer's applications is below the highest: the next one could not be stored.",
    repair: 'Raises the last number to the highest.',
  },
  'application-attributes': {
    meaning:
      'The number, the employer, the place in the queue of mail or the failure of an application does not match its key and state.',
    repair:
      'Rewrites the attributes: mail that is still to be sent returns to the queue, other mail leaves it, and what did not fail has no failure.',
  },
  'pointer-missing': {
    meaning: 'An application is not in the list of its job, or not for as long as it is kept.',
    repair: 'Writes the pointer.',
  },
  'pointer-orphan': {
    meaning: 'A pointer names an application that does not exist or is for another job.',
    repair: 'Deletes the pointer.',
  },
  'confirmation-missing': {
    meaning:
      'The confirmation of an application is due, but is not in the queue of mail, so it is never sent.',
    repair: 'Puts it into the queue.',
  },
  'candidate-orphan': {
    meaning:
      "A candidate's last application for a job does not exist, so an equal one would be acknowledged but not stored.",
    repair: 'Deletes the item that names it.',
  },
  'status-digit': {
    meaning:
      'The status map has the wrong status at the position of a job, or a status at a position without a job.',
    repair: 'Rewrites the digit and the counts of the leaf.',
  },
  'status-count': {
    meaning: 'The counts of a status-map leaf do not match its digits.',
    repair: 'Rewrites the counts of the leaf.',
  },
  'event-number': {
    meaning: 'The numbers of events do not grow by one, or do not end where their item says.',
    repair: 'None: restore the item from a backup.',
  },
  'event-history': {
    meaning: 'An event about a job is not in the history of the job.',
    repair: 'Adds it.',
  },
  'event-missing': {
    meaning: 'The log of events lacks the last change of a job, which was made over a minute ago.',
    repair: 'Appends an event that says that the job changed or was deleted, without what changed.',
  },
  'index-row': {
    meaning: 'A row of an index does not match its job.',
    repair: 'None: DynamoDB updates its indexes itself, later than the table. Verify again.',
  },
  'row-pack': {
    meaning: 'A pack of search texts differs from the jobs, so q misses a job or counts one that is gone.',
    repair: 'Deletes the pack: the next search that needs it reads the index.',
  },
} as const satisfies Record<string, { meaning: string; repair: string }>;

export type FindingKind = keyof typeof kinds;

/** The attribute that is compared, for the kinds whose `expected` and `found` are its values. */
export const attributeOf: Partial<Record<FindingKind, string>> = {
  'last-position': 'lastPosition',
  'last-publish-date': 'publishDate',
  counter: 'n',
  'key-missing': 'hash',
  'key-unlisted': 'hash',
  'reference-wrong': 'jobId',
  'reference-orphan': 'jobId',
  'reference-missing': 'jobId',
  'id-block': 'employerId',
  'public-name-orphan': 'jobId',
  'application-number': 'number',
  'pointer-missing': timeToLive,
  'pointer-orphan': timeToLive,
  'candidate-orphan': 'number',
  'row-pack': 'to',
};

/** What something follows from. */
export interface Owner {
  job?: number | undefined;
  /** The number of an application. */
  application?: number | undefined;
  /** The version of the job, application or employer that was compared; undefined when there is none. */
  version?: number | undefined;
}

/** Something that is wrong. */
export interface Finding extends Owner {
  kind: FindingKind;
  /** Undefined for what belongs to no employer. */
  employer?: number | undefined;
  /** The item to fix. */
  key: Key;
  expected: unknown;
  found: unknown;
}

/** The findings that two consecutive readings share, so that traffic cannot have caused them. */
export function agreed(first: readonly Finding[], second: readonly Finding[]): Finding[] {
  const known = new Set(first.map((finding) => JSON.stringify(finding)));
  return second.filter((finding) => known.has(JSON.stringify(finding)));
}

/** A finding as printed. */
export const described = (finding: Finding) => ({ ...finding, ...kinds[finding.kind] });
