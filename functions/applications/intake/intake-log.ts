import type { Suspicion } from '../application/application.ts';
import type { ClientAddress } from '../../http/client-address.ts';
import { isMetered, metered, writeLine } from '../../platform/log-line.ts';

/** The metrics of a stored application. */
const metrics = ['received', 'held'];

/** A stored application. */
interface Received extends Pick<ClientAddress, 'isNamedByProxy'> {
  employerId: number;
  jobId: number;
  heldFor: readonly Suspicion[];
}

/** Logs a stored application if metrics are on or it is held. */
export function logIntake({ employerId, jobId, heldFor, isNamedByProxy }: Received, now: () => Date): void {
  if (!isMetered && heldFor.length === 0) return;
  writeLine({
    level: heldFor.length > 0 ? 'WARN' : 'INFO',
    operation: 'receiveApplication',
    employerId,
    jobId,
    heldFor,
    isNamedByProxy,
    received: 1,
    held: heldFor.length > 0 ? 1 : 0,
    ...metered(metrics, now()),
  });
}
