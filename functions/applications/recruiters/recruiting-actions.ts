import { ApplicationStage as stageSchema } from '../../../schemas/application.ts';
import { APPLICATIONS_PER_RECRUITING_PAGE } from '../../../schemas/application-limits.ts';
import { BODY_MAX_BYTES } from '../../../schemas/limits.ts';
import { toJsonFields, parseForm, malformedForm, type FormField } from '../../http/form-body.ts';
import type { Incoming } from '../../http/incoming.ts';
import type { UnsavedStage } from '../../../pages/public/recruiting.ts';
import {
  recruitingActions,
  type RecruitingAction,
  type RecruitingNews,
} from '../../../pages/public/recruiting-words.ts';
import { writtenBy, type Author } from '../../platform/dynamodb/last-write.ts';
import type { Application } from '../application/application.ts';
import type { RecruitingJob } from './recruiting-link.ts';
import type { RecruitingFormServices } from './recruiting-access.ts';

const names = ['token', 'action', 'application', 'stage', 'from', 'filter', 'before'] as const;

const schema = { properties: Object.fromEntries(names.map((name) => [name, { type: 'string' } as const])) };

/** The new stage of an application, and the stage that the page showed. */
interface SentStage {
  id: string;
  stage: string;
  from: string;
}

/** The fields of a form as sent; a missing or repeated field is empty. */
export interface ActionForm extends Record<(typeof names)[number], string> {
  stages: readonly SentStage[];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The pattern of the names of stage fields, which `stageField` builds. */
const stageName = /^stage\.(?<id>\w+)\.(?<from>\w+)$/;

function parseStageField(field: FormField): SentStage[] {
  const { id, from } = stageName.exec(field.name)?.groups ?? {};
  return id !== undefined && from !== undefined && 'text' in field ? [{ id, from, stage: field.text }] : [];
}

/** Parses a form of the page for recruiters. Refuses as `formOf` does. */
export function parseActionForm(event: Incoming): ActionForm {
  const fields = parseForm(event, BODY_MAX_BYTES);
  const values = toJsonFields(fields, schema);
  const texts = Object.fromEntries(names.map((name) => [name, textOf(values[name])]));
  return { ...(texts as Record<(typeof names)[number], string>), stages: fields.flatMap(parseStageField) };
}

/** Parses a field that must have one of several values. Throws Refusal `form_malformed`. */
function oneOf<Value extends string>(name: string, values: readonly Value[], text: string): Value {
  const value = values.find((each) => each === text);
  if (value === undefined) throw malformedForm(`${name} must be one of ${values.join(', ')}.`);
  return value;
}

/** Parses the action of the pressed button. Throws Refusal `form_malformed`. */
export const parseAction = ({ action }: ActionForm): RecruitingAction =>
  oneOf('action', recruitingActions, action);

const author: Author = { type: 'recruiter' };

interface Target {
  services: RecruitingFormServices;
  job: RecruitingJob;
}

/** Lists the stage changes in a form. Pages of former versions name one application. Throws Refusal `form_malformed`. */
function parseStageChanges({ stages, application, stage, from }: ActionForm) {
  const changes = application === '' ? stages : [{ id: application, stage, from }];
  if (changes.length > APPLICATIONS_PER_RECRUITING_PAGE) throw malformedForm('There are too many stages.');
  return changes
    .map((each) => ({
      id: each.id,
      stage: oneOf('stage', stageSchema.enum, each.stage),
      from: oneOf('from', stageSchema.enum, each.from),
    }))
    .filter((each) => each.stage !== each.from);
}

/** The result of a button, and the choices that were not saved. */
interface ActionResult {
  news: RecruitingNews;
  unsaved: readonly UnsavedStage[];
}

/**
 * Sets the stages of applications for a job, each unless somebody else has changed it since the page was shown. Throws
 * Refusal `form_malformed` before the first write.
 */
async function setStages({ services, job }: Target, form: ActionForm): Promise<ActionResult> {
  const changes = parseStageChanges(form).map(async ({ id, stage, from }) => {
    const application = await services.application(job, id);
    const choose = (current: Application) => (current.stage === from ? stage : current.stage);
    const result = application && (await services.stages.set(application, { author, choose }));
    return { id, stage, storedStage: result?.stage };
  });
  const results = await Promise.all(changes);
  const unsaved = results.filter(({ stage, storedStage }) => storedStage && storedStage !== stage);
  if (unsaved.length > 0) return { news: 'unsaved', unsaved };
  return { news: results.every(({ storedStage }) => storedStage) ? 'stage' : 'gone', unsaved };
}

/** Performs the action of a button; a repeat has no effect. */
export async function perform(
  action: RecruitingAction,
  form: ActionForm,
  target: Target,
): Promise<ActionResult> {
  if (action === 'stage') return setStages(target, form);
  const { mail, erase, now, application: find } = target.services;
  const application = await find(target.job, form.application);
  if (application) {
    await (action === 'release'
      ? mail.release(target.job.account, application, writtenBy(author, now()))
      : erase(application, author));
  }
  return { news: application ? action : 'gone', unsaved: [] };
}
