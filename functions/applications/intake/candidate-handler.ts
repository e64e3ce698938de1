import type { OperationId } from '../../../schemas/operations.ts';
import type { OpenPosting } from '../../postings/posting/posting.ts';
import { clientAddressOf, type ClientAddress } from '../../http/client-address.ts';
import { chainHandler, runOnEvent, type Run } from '../../http/chain.ts';
import type { ChainServices, Handler, Incoming } from '../../http/incoming.ts';
import type { ServicesFor } from '../../http/lambda-handler.ts';

/** The services that decide whether an address may apply for a posting. */
interface Admission extends ChainServices {
  admit: (publicId: string, from: ClientAddress) => Promise<OpenPosting>;
}

/** The admitted request: its address and its posting. */
interface Admitted {
  from: ClientAddress;
  posting: OpenPosting;
}

/** The Lambda handler of requests from candidates. It reads the body only once the sender is admitted. */
export function candidateHandler<Id extends OperationId, Services extends Admission>(
  id: Id,
  readBody: (event: Incoming, posting: OpenPosting) => void,
  servicesFor: ServicesFor<Services>,
  run: Run<Id, Services & Admitted>,
): Handler {
  const perform = runOnEvent(id, run);
  return chainHandler<Services>(
    id,
    servicesFor,
    async (event) => {
      const { services, pathParameters } = event;
      const from = clientAddressOf(event);
      const posting = await services.admit(pathParameters?.['id'] ?? '', from);
      readBody(event, posting);
      return perform(event, { ...services, from, posting });
    },
    { readers: [] },
  );
}
