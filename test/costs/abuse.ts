import { UPLOAD_MAX_BYTES } from '../../schemas/application.ts';
import { needsNoKey, serviceFunctions, type ServiceFunction } from '../../lib/functions.ts';
import type { Stage } from '../../lib/stages.ts';
import { LOGO_MAX_BYTES } from '../../schemas/logo.ts';
import { applicationUnits } from './activities.ts';
import { taken } from './monthly-costs.ts';
import { dollarsOf, GIGABYTE, request, sumUses, type Use } from './uses.ts';

const DAY = 86_400;

/** Two days, in months: then an upload without an application is deleted. */
const UPLOADED_MONTHS = 2 / 30;

/** The maximum usage of a request. */
interface Taken {
  readUnits?: number;
  writeUnits?: number;
  seconds?: number;
  bytes?: number;
  /** Additional usage of files. */
  files?: Use;
}

/** The usage of a page, and of each request whose function or group has no entry below. */
const page = { readUnits: 2, writeUnits: 0, seconds: taken.secondsARequest, bytes: taken.pageBytes };

/** The usage of functions and groups that differ from a page. */
export const requests: Readonly<Record<string, Taken>> = {
  // The OpenAPI document is the largest.
  Documentation: { readUnits: 0, bytes: 180_000 },
  // Half a read unit for the employer, and one for a missing logo.
  ShowLogo: { readUnits: 1.5, bytes: LOGO_MAX_BYTES },
  // The cost of a page of an employer's postings as JSON.
  Postings: { readUnits: 12 },
  // The cost of a page with a search.
  ShowEmployer: { readUnits: 40 },
  // The cost of two counts, and of the longest report with its queue entry.
  SubmitReport: { readUnits: 2, writeUnits: 11 },
  // The cost of the largest file, without an application.
  CreateUpload: {
    ...applicationUnits.upload,
    files: { filePut: 1, gigabyteMonth: (UPLOAD_MAX_BYTES * UPLOADED_MONTHS) / GIGABYTE },
  },
};

/** An application with the largest uploaded résumé, which is read, written again, and stored for a month. */
const application: Taken = {
  ...applicationUnits.receive,
  seconds: 0.5,
  files: { fileGet: 1, filePut: 1, gigabyteMonth: UPLOAD_MAX_BYTES / GIGABYTE },
};

/** A request to a route for employers with an unknown key. */
const refused: Taken = { readUnits: 1, bytes: 1_000 };

function takenBy(definition: ServiceFunction, method: string): Taken {
  if (!needsNoKey(definition)) return refused;
  if (definition.group === 'Intake' && method === 'POST' && definition.id !== 'CreateUpload')
    return application;
  const most = requests[definition.id] ?? requests[definition.group] ?? {};
  return method === 'HEAD' ? { ...most, bytes: 0 } : most;
}

function dollarsOfRequest(definition: ServiceFunction, method: string): number {
  const { files = {}, seconds, bytes, ...units } = { ...page, ...takenBy(definition, method) };
  return dollarsOf(
    sumUses(request(seconds, definition.memoryMegabytes / 1_024, units), files, {
      logGigabyte: taken.logBytes / GIGABYTE,
      egressGigabyte: (bytes + taken.headerBytes) / GIGABYTE,
    }),
  );
}

/**
 * The maximum dollars of a day of requests, as many as the throttling of routes admits, for keyless routes and for all.
 * There is no limit across routes.
 */
export function abuseDollars(throttling: Stage['throttling']): { keyless: number; all: number } {
  const sums = { keyless: 0, all: 0 };
  for (const definition of serviceFunctions) {
    const { trigger } = definition;
    if (typeof trigger !== 'object' || !('routes' in trigger)) continue;
    const { rate } = throttling[trigger.clients];
    for (const method of trigger.routes.flatMap(({ methods }) => methods)) {
      const dollars = DAY * rate * dollarsOfRequest(definition, method);
      sums.all += dollars;
      if (needsNoKey(definition)) sums.keyless += dollars;
    }
  }
  return sums;
}
