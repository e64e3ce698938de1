import type { Answer } from '../answer.ts';
import type { CallOf } from '../call.ts';
import type { ReferenceList } from '../openapi-types.ts';

/** The calls that read all referenceIds. */
export interface ReferenceCalls {
  listReferences: (call: CallOf<'listReferences'>) => Promise<Answer<ReferenceList>>;
  follow: (address: string, signal: AbortSignal | undefined) => Promise<Answer<unknown>>;
}

/** The referenceIds of all jobs of the service, archived or not. */
export async function allReferences(
  { listReferences, follow }: ReferenceCalls,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const found: string[] = [];
  for (let { body: page } = await listReferences({ signal }); ;) {
    for (const { referenceId } of page.data) found.push(referenceId);
    if (page.paging.next === null) return found;
    page = (await follow(page.paging.next, signal)).body as ReferenceList;
  }
}
