/** The job fields in a list, in order. */
export const listedFields = [
  'id',
  'referenceId',
  'employer',
  'title',
  'publishDate',
  'locations',
  'workplace',
  'confidential',
  'status',
  'postingUrl',
] as const;

/** The fields that a posting shares with the job's record, in order (guide: career-site 1). */
export const publicFields = [
  'publishDate',
  'closeDate',
  'confidential',
  'locations',
  'workplace',
  'categories',
  'positionType',
  'salary',
  'vacancy',
  'usesAi',
  'openings',
  'startDate',
  'hoursPerWeek',
  'benefits',
  'description',
  'language',
  'translations',
  'applicantRoutingType',
  'questions',
] as const;

/** Picks members of an object, in the order of `names`. */
export const pick = <Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> => Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
