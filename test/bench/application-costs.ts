import { assumed } from './costs.ts';
import { prices } from './prices.ts';

interface Units {
  readUnits: number;
  writeUnits: number;
}

/** What each step consumes of the database, at most, which test/application-capacity.test.ts holds. */
export const applicationUnits = {
  /** The page of a posting, for a job of up to 4 KB. */
  look: { readUnits: 2, writeUnits: 0 },
  /** The permission to upload a résumé, for a confidential job, where rate limits are on. */
  upload: { readUnits: 2, writeUnits: 2 },
  /** An application with a letter and a résumé, for a confidential job, where rate limits are on. */
  receive: { readUnits: 4, writeUnits: 19 },
  /** Beyond those, that it is the only one that has its uploaded résumé. */
  use: { readUnits: 1, writeUnits: 2 },
  /** Beyond what a run takes that finds nothing. */
  mail: { readUnits: 0.5, writeUnits: 7 },
  report: { readUnits: 0, writeUnits: 2 },
  /** Its confirmation, beyond what a run takes that finds nothing. */
  confirm: { readUnits: 3, writeUnits: 7 },
  /** A run that finds nothing: half a unit for each of four shards. */
  idleRun: { readUnits: 2, writeUnits: 0 },
  /** A run that finds no confirmations. */
  idleConfirmation: { readUnits: 0.5, writeUnits: 0 },
} as const satisfies Record<string, Units>;

/** Billed seconds of a function. */
const seconds = {
  look: 0.015,
  upload: 0.03,
  receive: 0.15,
  mail: 0.2,
  report: 0.05,
  confirm: 0.2,
  idleRun: 0.05,
  idleConfirmation: 0.05,
} as const;

const RESUME_GIGABYTES = 0.3 / 1e3;
/** Looks at a posting for each application. */
export const LOOKS = 20;
const MONTHS = 12;
/** SES counts an attachment as it is sent, in base64. */
const ENCODED = 4 / 3;
const RUNS_A_MONTH = 60 * 24 * 30;

function databaseDollars(step: keyof typeof applicationUnits): number {
  const { readUnits, writeUnits } = applicationUnits[step];
  return readUnits * prices.readUnits + writeUnits * prices.writeUnits;
}

/** One invocation of a function and what it does with the database. */
function dollarsOf(step: keyof typeof seconds): number {
  const gigabytes = step === 'look' || step === 'report' ? assumed.readGigabytes : assumed.writeGigabytes;
  return (
    databaseDollars(step) + prices.lambdaRequest + seconds[step] * gigabytes * prices.lambdaGigabyteSecond
  );
}

/** Dollars for one look at a posting. */
export const lookDollars = dollarsOf('look') + prices.httpApiRequest;

/** Dollars for one application, by what they are for. */
export const perApplication: Record<string, number> = {
  [`${LOOKS} looks at the posting for each`]: LOOKS * lookDollars,
  'Upload their files: database, function, API, Amazon S3':
    dollarsOf('upload') + databaseDollars('use') + prices.httpApiRequest + prices.filePut + prices.fileGet,
  'Receive them: database, function, API': dollarsOf('receive') + prices.httpApiRequest,
  'Keep their files for a year (Amazon S3)':
    prices.filePut + RESUME_GIGABYTES * MONTHS * prices.gigabyteMonth,
  'Mail them: database, function, file': dollarsOf('mail') + prices.fileGet,
  'Mail them: Amazon SES, with the résumé attached':
    prices.mail + RESUME_GIGABYTES * ENCODED * prices.attachedGigabyte,
  'Confirm them: database and function': dollarsOf('confirm'),
  'Confirm them: Amazon SES': prices.mail,
  'Record what SES reports: that it took and delivered each mail': 4 * dollarsOf('report'),
};

const dollars = (number: number) => `$${number.toFixed(3)}`;

/** The rows of the table in docs/costs.md, for 1,000 applications. */
export const applicationCostRows: string[][] = [
  ...Object.entries(perApplication).map(([what, each]) => [what, dollars(1_000 * each)]),
  ['_Together_', dollars(Object.values(perApplication).reduce((sum, each) => sum + 1_000 * each, 0))],
];

/** Dollars of a month for the runs that find nothing to mail. */
export const idleMailDollars = RUNS_A_MONTH * (dollarsOf('idleRun') + dollarsOf('idleConfirmation'));

const { look, upload, receive, use, mail, report, confirm, idleRun, idleConfirmation } = applicationUnits;

/** The facts that docs/costs.md states below the table. */
export const applicationCostFacts: string[] = [
  `a posting ${look.readUnits} read units`,
  `the permission to upload ${upload.readUnits} read units and ${upload.writeUnits} write units`,
  `an application ${receive.readUnits} read units and ${receive.writeUnits} write units`,
  `${use.readUnits} and ${use.writeUnits} more for an uploaded file`,
  `its mail ${mail.readUnits} read units and ${mail.writeUnits} write units`,
  `its confirmation ${confirm.readUnits} read units and ${confirm.writeUnits} write units`,
  `each report ${report.writeUnits}`,
  `${seconds.receive * 1e3} ms of a function to receive an application`,
  `${seconds.mail * 1e3} ms to mail it`,
  `a run that finds nothing to mail takes ${idleRun.readUnits} read units`,
  `one that finds no confirmation ${idleConfirmation.readUnits}`,
  `such runs cost ${dollars(idleMailDollars)} a month`,
];
