/** What a list shows of a job, in order (interface 2.10). Two indexes of the table store it, all but what is derived. */
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

/** What of a job is not stored with it, because it follows from the rest, the employer and the address of the service. */
const derivedFields = ['employer', 'postingUrl'] as const;

export type DerivedField = (typeof derivedFields)[number];

/** Whether a field of a job is stored with it. */
export const isStored = <Field extends string>(field: Field): field is Exclude<Field, DerivedField> =>
  !(derivedFields as readonly string[]).includes(field);

/** What a posting shows of a job as the job's record has it, in order (interface 11.2). */
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

/** Some members of an object, in the order of their names. */
export const pick = <Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> => Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
