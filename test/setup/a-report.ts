/** The fields of a report, as the form sends them. */
export const aReport = (fields: Record<string, string> = {}): URLSearchParams =>
  new URLSearchParams({
    reason: 'fraud',
    text: 'They ask for a deposit.',
    email: 'ana@example.org',
    ...fields,
  });

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
