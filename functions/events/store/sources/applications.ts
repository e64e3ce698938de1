import { failureReasons, type EventType } from '../../../../schemas/event.ts';
import type { Application } from '../../../applications/application/application.ts';
import { failedStates } from '../../../applications/application/mail-states.ts';
import { fromApplicationItem } from '../../../applications/application/application-store.ts';
import { applicationOf, applicationPrefixes } from '../../../applications/keys.ts';
import type { NewEvent } from '../../domain/logged-event.ts';
import { jobData } from './jobs.ts';
import { createEvent, type ItemChange, type EventSource } from './event-source.ts';

/** The changes of an application that its employer made. */
const changesOf = (was: Application, is: Application) => ({
  ...(is.stage !== was.stage && { stage: { from: was.stage, to: is.stage } }),
  ...(was.state === 'held' && is.state === 'queued' && { state: { from: was.state, to: is.state } }),
});

function applicationType(was: Application | undefined, is: Application | undefined): EventType | undefined {
  if (!was) return is && 'application.received';
  if (!is) return 'application.erased';
  if (Object.keys(changesOf(was, is)).length > 0) return 'application.updated';
  if (is.state === was.state) return undefined;
  if (is.state === 'delivered') return 'application.delivered';
  return failedStates.includes(is.state) ? 'application.failed' : undefined;
}

/** The event of an application, without any text that the candidate wrote. */
function applicationEvent({ before, after, by, idOf }: ItemChange): NewEvent | undefined {
  const [was, is] = [before && fromApplicationItem(before), after && fromApplicationItem(after)];
  const [type, application] = [applicationType(was, is), is ?? was];
  if (!type || !application) return undefined;
  const { jobId, referenceId, state, failure } = application;
  const code = type === 'application.failed' ? failure : null;
  return createEvent({
    type,
    by,
    data: {
      ...jobData({ id: jobId, referenceId }),
      application: { id: idOf(application), state },
      ...(type === 'application.updated' && was && is && { changes: changesOf(was, is) }),
      ...(code && { failure: { code, reason: failureReasons[code] } }),
    },
  });
}

export const applications: EventSource = {
  source: 'a',
  matches: ({ PK, SK }) => PK.startsWith(applicationPrefixes.applications) && /^\d+$/.test(SK),
  eventsFor: (change) => {
    const event = applicationEvent(change);
    return event ? [{ employerId: applicationOf(change.key).employerId, event }] : [];
  },
};
