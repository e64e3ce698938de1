import {
  defaults,
  type Job,
  type JobHeaderFields,
  type JobTeaser,
  type PostingRow,
  type Salary,
  postingRowFields,
  teaserFields,
} from './job.ts';
import type { Location } from '../../reference/domain/location.ts';
import { foldAccents } from '../../platform/text.ts';
import { languages } from '../../../schemas/languages.ts';
import { JobCreate, type JobStatus } from '../../../schemas/job.ts';
import type { Question } from '../../../schemas/question.ts';
import { updateOf, withoutNulls } from '../../platform/dynamodb/writes.ts';
import type { Item } from '../../platform/dynamodb/database.ts';
import { jobKeys, refreshOrder, refreshPartition, refreshShardOf, statusPartition } from '../keys.ts';
import { attributes, HEADER_ATTRIBUTES, HEADER_FIELDS } from '../../platform/dynamodb/table.ts';
import { REFRESH_AFTER_DAYS } from '../../../schemas/limits.ts';
import { addDays, type CalendarDate } from '../../platform/time/calendar.ts';

/** The mark of a status in a search text: a control character, which no title, referenceId or q may contain. */
export const statusMarks: Record<JobStatus, string> = {
  active: '\u0001',
  archived: '\u0002',
  draft: '\u0003',
};

/** The text that q is matched against: a line with the title, and a line with the referenceId and the status mark. */
export const searchText = ({ title, referenceId, status }: Pick<Job, 'title' | 'referenceId' | 'status'>) =>
  `${foldAccents(`${title}\n${referenceId ?? ''}`)}${statusMarks[status]}`;

/** A job with the time of a change. Each time is later than the previous one, so that rows can be compared. */
export const withChangeTime = (job: Job, at: number): Job => ({
  ...job,
  changedAt: Math.max(at, job.changedAt + 1),
});

/**
 * The attributes that queue a job for auto-refresh, whatever the employer's plan; none when the job has no refresh
 * date.
 */
export function refreshAttributes(employerId: number, job: Job): Item {
  const date = refreshDate(job);
  if (date === undefined) return {};
  return {
    [attributes.refreshPartition]: refreshPartition(refreshShardOf(employerId)),
    [attributes.refreshOrder]: refreshOrder(date, employerId, job.position),
  };
}

/**
 * The titles of a job, each on a line, those of translations after their language. Two indexes copy the attribute, and
 * a search finds a posting by each title.
 */
const titleText = ({ title, translations }: Pick<Job, 'title' | 'translations'>): string =>
  [
    title,
    ...languages.flatMap((language) => {
      const translation = translations?.[language];
      return translation ? [`${language} ${translation.title}`] : [];
    }),
  ].join('\n');

/** Parses the text of `titleText`; `translations` is null when the text has only one title. */
function titlesFrom(text: string) {
  const [title = '', ...lines] = text.split('\n');
  const translated = lines.map((line) => [line.slice(0, 2), { title: line.slice(3) }]);
  return {
    title,
    translations:
      translated.length > 0
        ? (Object.fromEntries(translated) as NonNullable<PostingRow['translations']>)
        : null,
  };
}

/** The descriptions of a job's translations, by language. */
const descriptionsOf = ({ translations }: Pick<Job, 'translations'>) =>
  translations &&
  Object.fromEntries(Object.entries(translations).map(([language, each]) => [language, each?.description]));

/** The benefits and questions of a job's translations, by language; null without any. */
function translatedListsOf({ translations }: Pick<Job, 'translations'>) {
  const lists = Object.entries(translations ?? {}).flatMap(([language, each]) => {
    const { title: _, description: __, ...rest } = each ?? { title: '', description: '' };
    return Object.keys(rest).length > 0 ? [[language, rest] as const] : [];
  });
  return lists.length > 0 ? Object.fromEntries(lists) : null;
}

/** The item of a job: its fields and the attributes of the indexes. Null values are not stored. */
export function toItem(employerId: number, job: Job): Item {
  const { position, changedAt, recentWrites, firstPublished, publicName, ...fields } = job;
  const item = {
    ...jobKeys.job(employerId, job.id),
    ...fields,
    title: titleText(job),
    translations: descriptionsOf(job),
    translatedLists: translatedListsOf(job),
    [attributes.position]: position,
    [attributes.statusPartition]: statusPartition(employerId, job.status),
    [attributes.searchText]: searchText(job),
    [attributes.changed]: changedAt,
    [attributes.recentWrites]: recentWrites.length > 0 ? recentWrites.join(' ') : null,
    [attributes.firstPublished]: firstPublished,
    [attributes.publicName]: publicName,
    [attributes.reference]: job.referenceId,
    ...refreshAttributes(employerId, job),
  };
  return withoutNulls(item);
}

/**
 * The update from one state of a job to another. It always sets the refresh attributes: auto-refresh removes them from
 * a job whose plan lost auto-refresh, and every write of the job restores them.
 */
export const jobUpdate = (employerId: number, before: Job, after: Job) =>
  updateOf(toItem(employerId, before), toItem(employerId, after), {
    always: [attributes.refreshPartition, attributes.refreshOrder],
  });

// DynamoDB does not keep the order of a map's attributes. The order of new content allows comparing items as text.
const locationFrom = ({ id, name, province }: Location): Location => ({ id, name, province });
const salaryFrom = ({ amount, maxAmount, plusCommission, period }: Salary): Salary => ({
  amount,
  maxAmount,
  plusCommission,
  period,
});

const questionFrom = ({ id, text, type, required, options }: Question): Question => ({
  id,
  text,
  type,
  required,
  options,
});

// Numbers with decimals are read as text.
const hoursFrom = (hours: Item[string]): Job['hoursPerWeek'] => {
  if (hours === undefined) return null;
  return typeof hours === 'object' ? { min: Number(hours.min), max: Number(hours.max) } : Number(hours);
};

/** The attribute of a field. */
const attributeOf = (field: string): string =>
  (attributes as Partial<Record<string, string>>)[field] ?? field;

/** Fields of an item. A field that was introduced after the job was stored has its default. */
const fieldsOf = <Field extends keyof Job>(item: Item, fields: readonly Field[]) =>
  Object.fromEntries(
    fields.map((field) => [
      field,
      item[attributeOf(field)] ?? defaults[field as keyof typeof defaults] ?? null,
    ]),
  ) as Pick<Job, Field>;

const projectionOf = (names: readonly string[]) => ({
  ProjectionExpression: names.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
});

/** The projection for `headerFromItem`. */
export const headerProjection = projectionOf(HEADER_ATTRIBUTES);

/** The part of a job that list indexes contain. */
export const headerFromItem = (item: Item): JobHeaderFields => ({
  ...fieldsOf(item, [...HEADER_FIELDS, 'publicName']),
  title: titlesFrom(item['title']).title,
  locations: item['locations'].map(locationFrom),
});

const listedPart = ['SK', attributes.position];

/** The projection for `postingRowFromItem`: attributes in the byStatus index, with the position. */
export const postingRowProjection = projectionOf([...listedPart, ...postingRowFields]);

/** The fields that decide whether the page of an employer's postings shows the job. */
export const postingRowFromItem = (item: Item): PostingRow => ({
  ...fieldsOf(item, postingRowFields),
  ...titlesFrom(item['title']),
  locations: item['locations'].map(locationFrom),
});

/** The projection for `teaserFromItem`, with the position. */
export const teaserProjection = projectionOf([...listedPart, ...teaserFields.map(attributeOf)]);

/** The fields that the page of an employer's postings shows, and those that decide whether the job is shown. */
export const teaserFromItem = (item: Item): JobTeaser => ({
  ...fieldsOf(item, teaserFields),
  ...postingRowFromItem(item),
  salary: item['salary'] ? salaryFrom(item['salary']) : null,
});

/** The translation of a job's texts. */
export type Translation = NonNullable<NonNullable<Job['translations']>['en' | 'fr']>;

/** A translation in its stored order, without empty members. */
export const toTranslation = ({ title, description, benefits, questions }: Translation): Translation => ({
  title,
  description,
  ...(benefits?.length && { benefits }),
  ...(questions?.length && {
    // An invalid entry of a submission stays in the list as undefined, so that the other entries keep their indexes.
    questions: questions.map(
      (each) =>
        each && { id: each.id, text: each.text, ...(each.options?.length && { options: each.options }) },
    ),
  }),
});

const storedFields = [
  ...JobCreate.required,
  ...(Object.keys(defaults) as (keyof typeof defaults)[]),
  'id',
  'publishDate',
  'createdAt',
  'version',
  'position',
  'modifiedAt',
  'by',
  'firstPublished',
  'publicName',
] as const;

/** The translations of an item, with their titles. */
function translationsFrom(item: Item, titles: PostingRow['translations']): Job['translations'] {
  const descriptions: Record<string, string> = item['translations'] ?? {};
  const translated = Object.entries(titles ?? {}).map(([language, title]) => [
    language,
    toTranslation({
      ...title,
      description: descriptions[language] ?? '',
      ...item['translatedLists']?.[language],
    }),
  ]);
  return translated.length > 0 ? Object.fromEntries(translated) : null;
}

/** The job of an item. */
export function fromItem(item: Item): Job {
  const { title, translations } = titlesFrom(item['title']);
  return {
    ...fieldsOf(item, storedFields),
    title,
    translations: translationsFrom(item, translations),
    recentWrites: item[attributes.recentWrites]?.split(' ') ?? [],
    changedAt: item[attributes.changed] ?? 0,
    locations: item['locations'].map(locationFrom),
    salary: item['salary'] ? salaryFrom(item['salary']) : null,
    hoursPerWeek: hoursFrom(item['hoursPerWeek']),
    questions: item['questions']?.map(questionFrom) ?? null,
  };
}

/**
 * The date on which auto-refresh is due for a job (guide: first-job 9), which may be in the past. Undefined for a job
 * without autoRefresh and for an inactive job. It does not depend on the employer's plan.
 */
const refreshDate = ({
  autoRefresh,
  status,
  publishDate,
}: Pick<Job, 'autoRefresh' | 'status' | 'publishDate'>): CalendarDate | undefined =>
  autoRefresh && status === 'active' ? addDays(publishDate, REFRESH_AFTER_DAYS) : undefined;

/** Whether auto-refresh of a job is due on a day, or was due earlier. */
export function isDue(job: Job, today: CalendarDate): boolean {
  const date = refreshDate(job);
  return date !== undefined && date <= today;
}
