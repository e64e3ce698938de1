import { APPLICATION_BODY_MAX_BYTES, ApplicationCreate } from '../../schemas/application.ts';
import type { OpenPosting } from '../domain/posting.ts';
import { clientAddressOf, type ClientAddress } from './client-address.ts';
import { entrance, performing, type Run } from './chain.ts';
import { readFormOrJson } from './form-body.ts';
import type { ChainServices, Handler } from './incoming.ts';
import type { ServicesFor } from './lambda-handler.ts';

/** What decides whether an address may apply for a posting. */
interface Admission extends ChainServices {
  admit: (publicId: string, from: ClientAddress) => Promise<OpenPosting>;
}

/** Who may apply, and for what. */
interface Admitted {
  from: ClientAddress;
  posting: OpenPosting;
}

/** The Lambda handler that receives applications. Nothing of a body is read before its sender is admitted. */
export function applicationEndpoint<Services extends Admission>(
  servicesFor: ServicesFor<Services>,
  run: Run<'createApplication', Services & Admitted>,
): Handler {
  const perform = performing('createApplication', run);
  return entrance<Services>(
    'createApplication',
    servicesFor,
    async (event) => {
      const { services, pathParameters } = event;
      const from = clientAddressOf(event);
      const posting = await services.admit(pathParameters?.['id'] ?? '', from);
      readFormOrJson(event, ApplicationCreate, APPLICATION_BODY_MAX_BYTES);
      return perform(event, { ...services, from, posting });
    },
    {},
    [],
  );
}
