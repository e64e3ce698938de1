import { startServer } from '../setup/local-server.ts';

/** What a later version of the service might answer: codes, statuses and fields that nobody knows yet. */
const later = (body: string) =>
  body
    .replace(/"code":"\w+"/, '"code":"a_new_code","newField":{"a":1}')
    .replace(/"status":"active"/, '"status":"paused","newField":{"a":1}');

/** Passes GETs on to a service, and what it answers back as a later version of it might. */
export const laterService = (origin: string) =>
  startServer(async (request, response) => {
    const key = String(request.headers['api-key']);
    const answered = await fetch(`${origin}${request.url}`, { headers: { 'api-key': key } });
    response.writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? '' });
    response.end(later(await answered.text()));
  });
