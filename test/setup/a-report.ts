import type { Database, Item } from '../../functions/platform/dynamodb/database.ts';
import { reportPrefixes } from '../../functions/reports/keys.ts';
import type { Report } from '../../functions/reports/report-mail.ts';

/** The fields of a report, as the form sends them. */
export const aReport = (fields: Record<string, string> = {}): URLSearchParams =>
  new URLSearchParams({
    reason: 'fraud',
    text: 'They ask for a deposit.',
    email: 'ana@example.org',
    ...fields,
  });

/** The reports whose mail is queued. */
export const queuedReports = (db: Database): Promise<(Item & Report)[]> =>
  db.query({
    KeyConditionExpression: '#pk = :reports',
    ExpressionAttributeNames: { '#pk': 'PK' },
    ExpressionAttributeValues: { ':reports': reportPrefixes.reports },
    ConsistentRead: true,
  }) as Promise<(Item & Report)[]>;

/** Sends a report of a posting as a browser does, and reads the response. */
export async function sendReport(
  postingUrl: string,
  fields: URLSearchParams | FormData = aReport(),
  query = '',
) {
  const response = await fetch(`${postingUrl}/report${query}`, {
    method: 'POST',
    body: fields,
    redirect: 'manual',
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
