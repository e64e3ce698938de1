import { startServer } from '../setup/local-server.ts';

/** Adds unknown codes, statuses and fields to a response, as a later version of the service might. */
const later = (body: string) =>
  body
    .replace(/"code":"\w+"/, '"code":"a_new_code","newField":{"a":1}')
    .replace(/"status":"active"/, '"status":"paused","newField":{"a":1}');

/** A proxy for GETs that makes the responses look like those of a later version of the service. */
export const laterService = (origin: string) =>
  startServer(async (request, response) => {
    const key = String(request.headers['api-key']);
    const answered = await fetch(`${origin}${request.url}`, { headers: { 'api-key': key } });
    response.writeHead(answered.status, { 'content-type': answered.headers.get('content-type') ?? '' });
    response.end(later(await answered.text()));
  });
