/** What search engines are told: a posting opened or changed, or it is not open any more. */
export interface News {
  url: string;
  isOpen: boolean;
}

/**
 * What a search engine does with one piece of news: it takes it; it will never take it; it takes no more for now; or
 * it failed.
 */
export type Reception = 'told' | 'refused' | 'limited' | 'failed';

/** A search engine that hears of postings. */
export interface SearchEngine {
  /** The maximum of news in one request. */
  batch: number;
  /** Tells news, and returns what became of each. Throws when the whole request failed. */
  tell: (news: readonly News[]) => Promise<Reception[]>;
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

/** Posts a text, and returns the status and the text of the response. Throws when it is not complete in time. */
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
