import { type ApplicationStage, ApplicationStage as stageSchema } from '../../../schemas/application.ts';
import { BODY_MAX_BYTES } from '../../../schemas/limits.ts';
import { toJsonFields, parseForm } from '../../http/form-body.ts';
import { malformedForm } from '../../http/multipart.ts';
import type { Incoming } from '../../http/incoming.ts';
import { recruitingActions, type RecruitingAction } from '../../../pages/public/recruiting-words.ts';
import { Refusal } from '../../platform/errors.ts';
import { writtenBy, type Author } from '../../platform/dynamodb/last-write.ts';
import type { Application } from '../application/application.ts';
import type { RecruitingFormServices } from './recruiting-access.ts';

const names = ['token', 'action', 'application', 'stage', 'from', 'before'] as const;

const form = { properties: Object.fromEntries(names.map((name) => [name, { type: 'string' } as const])) };

/** The fields of a form as sent; empty when missing or repeated. */
export type ActionForm = Record<(typeof names)[number], string>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Parses a form of the page. Refuses as `formOf` does. */
export function parseActionForm(event: Incoming): ActionForm {
  const fields = toJsonFields(parseForm(event, BODY_MAX_BYTES), form);
  return Object.fromEntries(names.map((name) => [name, textOf(fields[name])])) as ActionForm;
}

/** Parses a field that must have one of several values. Throws Refusal `form_malformed`. */
function oneOf<Value extends string>(name: string, values: readonly Value[], sent: string): Value {
  const value = values.find((each) => each === sent);
  if (value === undefined) throw malformedForm(`${name} must be one of ${values.join(', ')}.`);
  return value;
}

/** Parses the button. Throws Refusal `form_malformed`. */
export const parseAction = ({ action }: ActionForm): RecruitingAction =>
  oneOf('action', recruitingActions, action);

/** Parses the new stage, and the one that the page showed. Throws Refusal `form_malformed`. */
const parseStages = (
  sent: Pick<ActionForm, 'stage' | 'from'>,
): Record<'stage' | 'from', ApplicationStage> => ({
  stage: oneOf('stage', stageSchema.enum, sent.stage),
  from: oneOf('from', stageSchema.enum, sent.from),
});

const author: Author = { type: 'recruiter' };

type Perform = (
  services: RecruitingFormServices,
  application: Application,
  sent: ActionForm,
) => Promise<unknown>;

/** The effects of the page's buttons on an application. A repeated one changes nothing. */
export const actions: Record<RecruitingAction, Perform> = {
  stage: ({ stages }, application, sent) => {
    const { stage, from } = parseStages(sent);
    const check = (current: Application) => {
      if (current.stage !== from && current.stage !== stage) throw new Refusal('precondition_failed');
    };
    return stages.set(application, { stage, author, check });
  },
  release: ({ mail, now }, application) => mail.release(application, writtenBy(author, now())),
  erase: ({ erase }, application) => erase(application, author),
};
