import type { Suspicion } from '../domain/application.ts';
import { embeddedMetrics } from '../http/request-log.ts';
import { setting } from './config.ts';

const namespace = setting('METRICS_NAMESPACE');

/** The metrics of each application that was stored. */
const metrics = ['received', 'held'];

/** Writes the JSON log line of an application that was stored, if metrics are wanted or it is held. */
export function logIntake(
  { employerId, jobId, heldFor }: { employerId: number; jobId: number; heldFor: readonly Suspicion[] },
  now: () => Date,
): void {
  if (namespace === undefined && heldFor.length === 0) return;
  const line = {
    level: heldFor.length > 0 ? 'WARN' : 'INFO',
    operation: 'receiveApplication',
    employerId,
    jobId,
    heldFor,
    received: 1,
    held: heldFor.length > 0 ? 1 : 0,
    ...(namespace !== undefined && embeddedMetrics(namespace, now().getTime(), metrics)),
  };
  // oxlint-disable-next-line no-console -- Lambda sends the console to CloudWatch Logs
  console.log(JSON.stringify(line));
}
