import type { ApplicationStage } from '../../../schemas/application.ts';
import { ApplicationStage as stages } from '../../../schemas/application.ts';
import { BODY_MAX_BYTES } from '../../../schemas/limits.ts';
import { toJsonFields, parseForm } from '../../http/form-body.ts';
import { malformedForm } from '../../http/form-field.ts';
import type { Incoming } from '../../http/incoming.ts';
import { recruitingActions, type RecruitingAction } from '../../../pages/public/recruiting-words.ts';

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
export const parseStages = (
  sent: Pick<ActionForm, 'stage' | 'from'>,
): Record<'stage' | 'from', ApplicationStage> => ({
  stage: oneOf('stage', stages.enum, sent.stage),
  from: oneOf('from', stages.enum, sent.from),
});
