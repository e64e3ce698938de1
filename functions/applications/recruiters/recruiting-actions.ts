import { ApplicationStage as stageSchema } from '../../../schemas/application.ts';
import { APPLICATIONS_PER_RECRUITING_PAGE } from '../../../schemas/application-limits.ts';
import { BODY_MAX_BYTES } from '../../../schemas/limits.ts';
import { toJsonFields, parseForm, malformedForm, type FormField } from '../../http/form-body.ts';
import type { Incoming } from '../../http/incoming.ts';
import { recruitingActions, type RecruitingAction } from '../../../pages/public/recruiting-words.ts';
import { Refusal } from '../../platform/errors.ts';
import { writtenBy, type Author } from '../../platform/dynamodb/last-write.ts';
import type { Application } from '../application/application.ts';
import type { JobKey } from './recruiting-link.ts';
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
  job: JobKey;
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

/**
 * Sets the stages of applications for a job. Returns whether all of them exist. Throws Refusal `form_malformed`, and
 * `precondition_failed` before the first write when somebody else has changed one of them since the page was shown.
 */
async function setStages({ services, job }: Target, form: ActionForm): Promise<boolean> {
  const changes = parseStageChanges(form).map(async ({ id, stage, from }) => {
    const application = await services.application(job, id);
    const check = (current: Application) => {
      if (current.stage !== from && current.stage !== stage) throw new Refusal('precondition_failed');
    };
    if (application) check(application);
    return application && { application, change: { stage, author, check } };
  });
  const applications = await Promise.all(changes);
  for (const each of applications) if (each) await services.stages.set(each.application, each.change);
  return applications.every(Boolean);
}

/** Performs the action of a button; a repeat has no effect. Returns whether the applications exist. */
export async function perform(action: RecruitingAction, form: ActionForm, target: Target): Promise<boolean> {
  if (action === 'stage') return setStages(target, form);
  const { mail, erase, now, application: find } = target.services;
  const application = await find(target.job, form.application);
  if (application) {
    await (action === 'release'
      ? mail.release(application, writtenBy(author, now()))
      : erase(application, author));
  }
  return application !== undefined;
}
