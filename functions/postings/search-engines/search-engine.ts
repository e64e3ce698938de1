/** A notification about a URL: the posting opened or changed, or is no longer open. */
export interface UrlNotification {
  url: string;
  isOpen: boolean;
}

/**
 * What became of a notification: the engine accepted it; it will never accept it; it accepts no more for now; or it
 * failed.
 */
export type Outcome = 'accepted' | 'refused' | 'limited' | 'failed';

/** A search engine that accepts notifications. */
export interface SearchEngine {
  /** The maximum number of notifications in a request. */
  batch: number;
  /** Sends notifications in one request, and returns the outcome of each. Throws when the request failed. */
  notify: (notifications: readonly UrlNotification[]) => Promise<Outcome[]>;
}

/** The time limit of a request, in milliseconds. */
const REQUEST_MILLIS = 20_000;

/** How much of a response is read, in characters: one for a batch of 100 has about 70,000. */
const MAX_TEXT = 1_000_000;

interface Sent {
  type: string;
  body: string;
  authorization?: string;
}

/** Posts a text, and returns the status and the text of the response. Throws when the response is late. */
export async function post(
  url: string,
  { type, body, authorization }: Sent,
  millis = REQUEST_MILLIS,
): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': type,
      'user-agent': 'job-posting-service',
      ...(authorization !== undefined && { authorization }),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(millis),
  });
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.length > MAX_TEXT) throw new Error(`${url} answers with more than ${MAX_TEXT} characters.`);
  }
  return { status: response.status, text };
}
