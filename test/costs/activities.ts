import { webhookPartitions } from '../../functions/webhooks/keys.ts';
import { assumed, dollarsOf, request, run, times, sumUses, type Units, type Use } from './uses.ts';

/** The maximum database usage of each step of an application; test/application-capacity.test.ts checks it. */
export const applicationUnits = {
  /** The page of a posting, for a job of up to 4 KB. */
  look: { readUnits: 2, writeUnits: 0 },
  /** The permission to upload a résumé, for a confidential job, where rate limits are on. */
  upload: { readUnits: 2, writeUnits: 2 },
  /**
   * An application with a letter and a résumé, for a confidential job, where rate limits are on. The posting's snapshot
   * already exists.
   */
  receive: { readUnits: 6, writeUnits: 19 },
  /** Extra usage when no other application uses the same uploaded résumé. */
  use: { readUnits: 1, writeUnits: 2 },
  /** Extra usage of a run that mails one application, compared with an idle run. */
  mail: { readUnits: 2.5, writeUnits: 7 },
  report: { readUnits: 0, writeUnits: 2 },
  /** Extra usage of a run that sends one confirmation, compared with an idle run. */
  confirm: { readUnits: 2.5, writeUnits: 7 },
  /** A run without due mail: half a unit for each of four shards. */
  idleRun: { readUnits: 2, writeUnits: 0 },
  /** A run without due confirmations. */
  idleConfirmation: { readUnits: 0.5, writeUnits: 0 },
} as const satisfies Record<string, Units>;

const { readGigabytes, writeGigabytes } = assumed;
const { look, upload, receive, use, mail, report, confirm, idleRun, idleConfirmation } = applicationUnits;

const RESUME_GIGABYTES = 0.3 / 1e3;
/** SES counts an attachment in base64, as it is sent. */
const ENCODED = 4 / 3;

/** Views of a posting for each application. */
export const LOOKS = 20;

/** A view of a posting. */
export const lookAtPosting = request(0.015, readGigabytes, look);

/** The steps of an application. The seconds of functions are assumptions. */
export const application = {
  '20 looks at the posting': times(LOOKS, lookAtPosting),
  'Upload its file': sumUses(request(0.03, writeGigabytes, upload), use, { filePut: 1, fileGet: 1 }),
  'Receive it': request(0.15, writeGigabytes, receive),
  'Keep its file for a year': { filePut: 1, gigabyteMonth: RESUME_GIGABYTES * 12 },
  'Mail it: function and file': { ...run(0.2, writeGigabytes, mail), fileGet: 1 },
  'Mail it: Amazon SES': { mail: 1, attachedGigabyte: RESUME_GIGABYTES * ENCODED },
  'Confirm it: function': run(0.2, writeGigabytes, confirm),
  'Confirm it: Amazon SES': { mail: 1 },
  'Record what SES reports': times(4, run(0.05, readGigabytes, report)),
} as const satisfies Record<string, Use>;

/** The maximum database usage of an event; test/trials/event-log.test.ts checks it. */
export const logged = { readUnits: 2, writeUnits: 2.3, storedBytes: 350 } as const;

/** The addition of one change to the event log in a batch of one. Lambda reads the stream without a charge. */
export const event = run(0.05, readGigabytes, { readUnits: logged.readUnits, writeUnits: logged.writeUnits });

/** A run of the webhook function after a log has grown, whether the employer has webhooks or not. */
export const bell = run(0.05, readGigabytes, { readUnits: 0.5 });

/** The maximum additional usage of delivering an event. */
export const delivery: Use = {
  readUnits: 6,
  writeUnits: 4,
  lambdaGigabyteSecond: 0.2 * readGigabytes,
  egressGigabyte: 1_000 / 1e9,
};

/** The idle runs of a minute, for mail, confirmations, webhooks and the event log: half a unit for each shard. */
export const idleMinute = sumUses(
  run(0.05, writeGigabytes, idleRun),
  run(0.05, writeGigabytes, idleConfirmation),
  run(0.05, readGigabytes, { readUnits: webhookPartitions.length / 2 }),
  run(0.05, readGigabytes, { readUnits: 1 }),
);

/** Dollars per 1,000 applications, by purpose. */
export const applicationDollars = (): Record<string, number> =>
  Object.fromEntries(Object.entries(application).map(([part, each]) => [part, 1_000 * dollarsOf(each)]));
