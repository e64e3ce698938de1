import { applicationMail } from '../../functions/applications/mail/application-mail.ts';
import { sendDueMail } from '../../functions/applications/mail/mail-run.ts';
import { mailQueue } from '../../functions/applications/store/mail-queue.ts';
import { profileReader } from '../../functions/employers/store/employer-profile.ts';
import { createClient } from '../../functions/platform/dynamodb/client.ts';
import { database, type Usage } from '../../functions/platform/dynamodb/database.ts';
import { mailPartitions } from '../../functions/platform/dynamodb/table.ts';
import type { Stage } from './measure-time.ts';

/** What a run of mail costs where so many applications are stored: CPU in microseconds, of the run and the engine. */
export interface MailFigures {
  applications: number;
  /** A run that finds nothing: read units for each shard. */
  idle: { readUnitsPerShard: number; micros: number };
  /** A mail that a run sends, with its share of everything else that the run does. */
  mail: Usage & { micros: number };
}

/** Runs that find nothing; more than one, because the engine's clock is coarse. */
const IDLE_RUNS = 200;

/** What every mail says. */
const terms = {
  timeZone: 'America/Toronto',
  serviceName: undefined,
  siteAddress: (path: string) => `https://example.com${path}`,
};

const resume = new Uint8Array(40_000).fill(65);

/** Sends what is due with a mail service that takes everything at once. */
async function run(tableName: string): Promise<Usage & { sent: number }> {
  const client = createClient();
  const db = database({ client, tableName, remainingMillis: () => Infinity });
  const { sent, finished } = await sendDueMail({
    queue: mailQueue(db),
    file: async () => resume,
    mailer: { perSecond: Infinity, send: async () => undefined },
    from: 'applications@example.com',
    idOf: async ({ number }) => String(number),
    mailOf: async (application, employerId) => {
      const { language } = await profileReader(db)(employerId);
      return applicationMail(application, { ...terms, language });
    },
    now: () => new Date(),
    remainingMillis: () => Infinity,
    onError: (error) => {
      throw error;
    },
    onGivenUp: ({ code }) => {
      throw new Error(code);
    },
  });
  client.destroy();
  if (!finished) throw new Error('A run of mail did not come to its end.');
  return { ...db.usage(), sent };
}

interface Measured extends Pick<Stage, 'engineTime' | 'queueMail'> {
  tableName: string;
  /** How many applications are stored. */
  applications: number;
}

/** Measures runs that find nothing, and one that sends this many mails. */
export async function measureMail(
  { tableName, applications, engineTime, queueMail }: Measured,
  mails: number,
): Promise<MailFigures> {
  const clock = () => {
    const { user, system } = process.cpuUsage();
    return user + system + engineTime();
  };
  // Sends what the measurements before have queued.
  await run(tableName);
  const { readUnits, sent: found } = await run(tableName);
  if (found > 0) throw new Error(`${found} mails were due where none should be.`);
  const began = clock();
  for (let n = 0; n < IDLE_RUNS; n += 1) await run(tableName);
  const micros = (clock() - began) / IDLE_RUNS;

  await queueMail(mails);
  const before = clock();
  const { sent, ...usage } = await run(tableName);
  const spent = clock() - before;
  if (sent !== mails) throw new Error(`${sent} of ${mails} mails were sent.`);
  return {
    applications,
    idle: { readUnitsPerShard: readUnits / mailPartitions.length, micros },
    mail: {
      calls: usage.calls / sent,
      readUnits: usage.readUnits / sent,
      writeUnits: usage.writeUnits / sent,
      micros: spent / sent,
    },
  };
}
