import { logoFiles } from './keys.ts';
import { requireFinished, runLog } from '../platform/log.ts';
import { now } from '../platform/time/clock.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { filesFor } from '../platform/files/file-access.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import type { Database } from '../platform/dynamodb/database.ts';
import { parseLogoName } from './domain/logo-file.ts';
import { currentLogos } from './logos.ts';

/** The minimum age of a deleted file in milliseconds: a request in progress may still name a younger file. */
const LOGO_GRACE_MILLIS = 24 * 60 * 60 * 1_000;

/** The maximum number of profiles per read. */
const BATCH = 100;

/** Lists the keys of logo files that no profile names. Interrupted requests leave such files. */
async function* unnamedLogos(db: Database, files: Pick<FileStore, 'list'>, at: Date): AsyncGenerator<string> {
  const { named } = currentLogos(db);
  const before = at.getTime() - LOGO_GRACE_MILLIS;
  const findUnnamed = async (keys: readonly string[]): Promise<string[]> => {
    const names = keys.map((key) => key.slice(logoFiles.logos.length));
    const employers = new Set(names.flatMap((name) => parseLogoName(name)?.employerId ?? []));
    const inUse = await named([...employers]);
    return keys.filter((_, index) => !inUse.has(names[index] ?? null));
  };
  let oldKeys: string[] = [];
  for await (const { key, modifiedAt } of files.list(logoFiles.logos)) {
    if (modifiedAt.getTime() > before) continue;
    oldKeys.push(key);
    if (oldKeys.length < BATCH) continue;
    yield* await findUnnamed(oldKeys);
    oldKeys = [];
  }
  yield* await findUnnamed(oldKeys);
}

/** The counts of one run of the sweep. */
export interface LogoSweep {
  /** The number of deleted files. */
  removed: number;
  /** Whether all files were checked; if not, the next run continues. */
  finished: boolean;
}

/** The minimum time left to start a step, in milliseconds. */
const MIN_MILLIS_LEFT = 60_000;

/** Deletes the logo files that no profile names (guide: public-pages 11). The next run continues. Throws Unfinished. */
export async function sweepLogos(context: RequestTime): Promise<LogoSweep> {
  const db = databaseFor(context);
  const files = filesFor(db);
  const log = runLog('sweepLogos');
  const sweep: LogoSweep = { removed: 0, finished: false };
  const isLate = () => context.getRemainingTimeInMillis() < MIN_MILLIS_LEFT;
  try {
    for await (const key of unnamedLogos(db, files, now())) {
      if (isLate()) return requireFinished(sweep);
      await files.remove(key);
      sweep.removed += 1;
    }
    sweep.finished = true;
  } finally {
    log.end(sweep, {
      level: sweep.finished ? 'INFO' : 'WARN',
      isIdle: sweep.finished && sweep.removed === 0,
      usage: db.usage(),
    });
  }
  return requireFinished(sweep);
}
