import { APPLICATION_BODY_MAX_BYTES, ApplicationCreate } from '../../../schemas/application.ts';
import { BODY_MAX_DEPTH, FORM_MAX_FIELDS } from '../../../schemas/limits.ts';
import { toJsonFields, parseForm } from '../../http/form-body.ts';
import type { Incoming } from '../../http/incoming.ts';
import { readJson } from '../../http/json-body.ts';
import { formTypeOf } from '../../http/media-type.ts';
import type { OpenPosting } from '../../postings/posting/posting.ts';
import { toJsonAnswers, splitForm } from './form-answers.ts';

const limits = {
  maxBytes: APPLICATION_BODY_MAX_BYTES,
  maxDepth: BODY_MAX_DEPTH,
  maxValues: FORM_MAX_FIELDS,
};

/** Replaces the JSON body of a request by its value. Refuses as `readJson` does. */
export const readApplicationJson = (event: Incoming): void => readJson(event, limits);

/**
 * Replaces the body of a request, JSON or form data with the same fields, by its value. Refuses as `readJson` and
 * `formOf` do.
 */
export function readApplicationBody(event: Incoming, { job }: Pick<OpenPosting, 'job'>): void {
  if (formTypeOf(event) === undefined) {
    readApplicationJson(event);
    return;
  }
  const { fields, typed } = splitForm(parseForm(event, APPLICATION_BODY_MAX_BYTES));
  event.body = { ...toJsonFields(fields, ApplicationCreate), ...toJsonAnswers(typed, job.questions ?? []) };
  event.isBase64Encoded = false;
}
