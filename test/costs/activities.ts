import { webhookPartitions } from '../../functions/webhooks/keys.ts';
import { assumed, dollarsOf, request, run, times, together, type Units, type Use } from './uses.ts';

/** What each step of an application consumes of the database, at most, which test/application-capacity.test.ts holds. */
export const applicationUnits = {
  /** The page of a posting, for a job of up to 4 KB. */
  look: { readUnits: 2, writeUnits: 0 },
  /** The permission to upload a résumé, for a confidential job, where rate limits are on. */
  upload: { readUnits: 2, writeUnits: 2 },
  /** An application with a letter and a résumé, for a confidential job, where rate limits are on; not the first one since the posting has changed. */
  receive: { readUnits: 6, writeUnits: 19 },
  /** Beyond those, that it is the only one that has its uploaded résumé. */
  use: { readUnits: 1, writeUnits: 2 },
  /** Beyond what a run takes that finds nothing. */
  mail: { readUnits: 2.5, writeUnits: 7 },
  report: { readUnits: 0, writeUnits: 2 },
  /** Its confirmation, beyond what a run takes that finds nothing. */
  confirm: { readUnits: 2.5, writeUnits: 7 },
  /** A run that finds nothing: half a unit for each of four shards. */
  idleRun: { readUnits: 2, writeUnits: 0 },
  /** A run that finds no confirmations. */
  idleConfirmation: { readUnits: 0.5, writeUnits: 0 },
} as const satisfies Record<string, Units>;

const { readGigabytes, writeGigabytes } = assumed;
const { look, upload, receive, use, mail, report, confirm, idleRun, idleConfirmation } = applicationUnits;

const RESUME_GIGABYTES = 0.3 / 1e3;
/** SES counts an attachment as it is sent, in base64. */
const ENCODED = 4 / 3;

/** Looks at a posting for each application. */
export const LOOKS = 20;

/** A look at a posting. */
export const lookAtPosting = request(0.015, readGigabytes, look);

/** An application, by what it takes. The seconds of functions are assumed. */
export const application = {
  '20 looks at the posting': times(LOOKS, lookAtPosting),
  'Upload its file': together(request(0.03, writeGigabytes, upload), use, { filePut: 1, fileGet: 1 }),
  'Receive it': request(0.15, writeGigabytes, receive),
  'Keep its file for a year': { filePut: 1, gigabyteMonth: RESUME_GIGABYTES * 12 },
  'Mail it: function and file': { ...run(0.2, writeGigabytes, mail), fileGet: 1 },
  'Mail it: Amazon SES': { mail: 1, attachedGigabyte: RESUME_GIGABYTES * ENCODED },
  'Confirm it: function': run(0.2, writeGigabytes, confirm),
  'Confirm it: Amazon SES': { mail: 1 },
  'Record what SES reports': times(4, run(0.05, readGigabytes, report)),
} as const satisfies Record<string, Use>;

/** What an event takes of the database, at most; test/trials/event-log.test.ts holds it. */
export const logged = { readUnits: 2, writeUnits: 2.3, storedBytes: 350 } as const;

/** The addition of one change to the log of events by itself. Lambda reads the stream without a charge. */
export const event = run(0.05, readGigabytes, { readUnits: logged.readUnits, writeUnits: logged.writeUnits });

/** What the function of webhooks takes when a log has grown, whether its employer has webhooks or not. */
export const bell = run(0.05, readGigabytes, { readUnits: 0.5 });

/** What the delivery of an event takes at most beyond that. */
export const delivery: Use = {
  readUnits: 6,
  writeUnits: 4,
  lambdaGigabyteSecond: 0.2 * readGigabytes,
  egressGigabyte: 1_000 / 1e9,
};

/** The runs of a minute that find nothing to mail, to confirm, to deliver or to add: half a unit for each shard. */
export const idleMinute = together(
  run(0.05, writeGigabytes, idleRun),
  run(0.05, writeGigabytes, idleConfirmation),
  run(0.05, readGigabytes, { readUnits: webhookPartitions.length / 2 }),
  run(0.05, readGigabytes, { readUnits: 1 }),
);

/** Dollars per 1,000 applications, by what they are for. */
export const applicationDollars = (): Record<string, number> =>
  Object.fromEntries(Object.entries(application).map(([part, each]) => [part, 1_000 * dollarsOf(each)]));
