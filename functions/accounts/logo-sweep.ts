import { now } from '../platform/time/clock.ts';
import { filesFor } from '../platform/files/file-access.ts';
import { databaseFor, type RequestTime } from '../platform/request-database.ts';
import { runLog } from '../platform/run-log.ts';
import { unnamedLogos } from './store/unnamed-logos.ts';

/** The counts of a run. */
export interface LogoSweep {
  /** Deleted files that no profile named. */
  removed: number;
  /** Whether all files were checked; if not, the next run continues. */
  finished: boolean;
}

/** No step starts with less time left than this, in milliseconds. */
const MIN_MILLIS_LEFT = 60_000;

/**
 * Deletes logo files that no profile names, which interrupted requests left. A run may be interrupted or repeated: the
 * next one deletes what is left.
 */
export async function sweepLogos(context: RequestTime): Promise<LogoSweep> {
  const db = databaseFor(context);
  const files = filesFor(db);
  const log = runLog('sweepLogos');
  const sweep: LogoSweep = { removed: 0, finished: false };
  const isLate = () => context.getRemainingTimeInMillis() < MIN_MILLIS_LEFT;
  try {
    for await (const key of unnamedLogos(db, files, now())) {
      if (isLate()) return sweep;
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
  return sweep;
}
