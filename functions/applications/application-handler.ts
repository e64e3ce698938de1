import { APPLICATION_BODY_MAX_BYTES, ApplicationCreate } from '../../schemas/application.ts';
import { BODY_MAX_DEPTH, FORM_MAX_FIELDS } from '../../schemas/limits.ts';
import type { OpenPosting } from '../postings/domain/posting.ts';
import { clientAddressOf, type ClientAddress } from '../http/client-address.ts';
import { chainHandler, runOnEvent, type Run } from '../http/chain.ts';
import { fieldsOfForm, formOf } from '../http/form-body.ts';
import type { ChainServices, Handler, Incoming } from '../http/incoming.ts';
import { readJson } from '../http/json-body.ts';
import type { ServicesFor } from '../http/lambda-handler.ts';
import { formTypeOf } from '../http/media-type.ts';

/** What decides whether an address may apply for a posting. */
interface Admission extends ChainServices {
  admit: (publicId: string, from: ClientAddress) => Promise<OpenPosting>;
}

/** Who may apply, and for what. */
interface Admitted {
  from: ClientAddress;
  posting: OpenPosting;
}

const limits = {
  maxBytes: APPLICATION_BODY_MAX_BYTES,
  maxDepth: BODY_MAX_DEPTH,
  maxValues: FORM_MAX_FIELDS,
};

/** Replaces the body of a request, JSON or form data with the same fields, by its value. Refuses as `readJson` and `formOf` do. */
function readBody(event: Incoming): void {
  if (formTypeOf(event) === undefined) {
    readJson(event, limits);
    return;
  }
  event.body = fieldsOfForm(formOf(event, APPLICATION_BODY_MAX_BYTES), ApplicationCreate);
  event.isBase64Encoded = false;
}

/** The Lambda handler that receives applications. Nothing of a body is read before its sender is admitted. */
export function applicationHandler<Services extends Admission>(
  servicesFor: ServicesFor<Services>,
  run: Run<'createApplication', Services & Admitted>,
): Handler {
  const perform = runOnEvent('createApplication', run);
  return chainHandler<Services>(
    'createApplication',
    servicesFor,
    async (event) => {
      const { services, pathParameters } = event;
      const from = clientAddressOf(event);
      const posting = await services.admit(pathParameters?.['id'] ?? '', from);
      readBody(event);
      return perform(event, { ...services, from, posting });
    },
    {},
    [],
  );
}
