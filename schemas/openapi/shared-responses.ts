import type { Reference, Response } from './document.ts';

/** Collects the responses that operations share, by name. */
export class SharedResponses {
  readonly components: Record<string, Response> = {};

  /** A reference to the response by the first of the names that no other response has; itself if there is none. */
  use(names: readonly string[], response: Response): Response | Reference {
    const text = JSON.stringify(response);
    const name = names.find((each) => text === JSON.stringify((this.components[each] ??= response)));
    return name === undefined ? response : { $ref: `#/components/responses/${name}` };
  }
}
