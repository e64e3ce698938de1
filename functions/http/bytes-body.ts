import type { Operation } from '../../schemas/operations.ts';
import { Refusal } from '../platform/errors.ts';
import { bytesOf } from './body-bytes.ts';
import type { Middleware } from './incoming.ts';
import { requireTypeOf } from './media-type.ts';

/**
 * Reads the body of a request that is a file (interface 5.2).
 * Refuses with `body_missing`, `media_type_unsupported`, `content_too_large`.
 */
export const bytesBody = ({ types, maxBytes }: Operation['bytes'] & object): Middleware => ({
  before: ({ event }) => {
    if (typeof event.body !== 'string' || event.body === '') {
      throw new Refusal('body_missing', 'This request needs a file as its body.');
    }
    const mediaType = requireTypeOf(event, types);
    event.file = { bytes: bytesOf(event, maxBytes), mediaType };
  },
});
