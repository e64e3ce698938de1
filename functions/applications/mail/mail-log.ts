import { describe, metered, writeLine } from '../../platform/log-line.ts';
import type { MailEvent } from '../domain/mail-event.ts';
import type { MailRun } from './mail-run.ts';
import type { Usage } from '../../platform/dynamodb/database.ts';
import { runLog } from '../../platform/run-log.ts';

/** The metrics of a run, which the alarms and the dashboard show. */
const runMetrics = ['oldest', 'sent', 'postponed', 'failed', 'broken'];

/** The JSON log lines of one run of mail: one per error and per mail that is given up, and one summary. */
export function mailRunLog(now: () => Date) {
  const operation = 'sendApplications';
  const log = runLog(operation, now);
  return {
    error: (error: unknown) => writeLine({ level: 'ERROR', operation, error: describe(error) }),
    givenUp: (mail: { employerId: number; application: string; code: string }) =>
      writeLine({ level: 'ERROR', operation, ...mail }),
    /** A run that found nothing writes only its metrics. */
    run: (run: MailRun, usage: Usage) => {
      const { sent, postponed, failed, left, broken } = run;
      log(run, {
        level: postponed + broken > 0 ? 'WARN' : 'INFO',
        isIdle: sent + postponed + failed + left + broken === 0,
        usage,
        metrics: runMetrics,
      });
    },
  };
}

/** What a mail service reported of an application's mail. */
interface Report {
  event: MailEvent;
  code: string | undefined;
  employerId: number;
  application: string;
  /** Whether it changed the application's state. */
  changed: boolean;
}

/** The JSON log line of a mail event. Its metrics count the mails that did not arrive, by what became of them. */
export function logMailEvent({ event, changed, ...report }: Report, usage: Usage, now: () => Date): void {
  writeLine({
    level: changed && event !== 'accepted' && event !== 'delivered' ? 'ERROR' : 'INFO',
    operation: 'recordMailEvent',
    event,
    changed,
    ...report,
    ...(changed && { [event]: 1 }),
    ...usage,
    ...metered([...(changed ? [event] : []), 'readUnits', 'writeUnits'], now()),
  });
}
