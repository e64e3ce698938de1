import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { isPublicAddress } from '../domain/public-address.ts';

/** A name has an address that must not be called. */
export class AddressRefused extends Error {}

/** A look-up of names, for one request. */
export interface Lookup {
  lookup: LookupFunction;
  /** Gives up what is still being looked up. */
  cancel: () => void;
}

interface Settings {
  /** The DNS servers to ask, with their ports; by default those of this machine. */
  servers?: readonly string[];
  isAllowed?: (address: string) => boolean;
}

/** How long a server may take, in milliseconds, and how often it is asked. */
const patience = { timeout: 2_000, tries: 2 };

/**
 * A look-up that gives a connection the very addresses that were judged, so that the name cannot have another meaning a
 * moment later. If any of them is not public, there is no connection. It asks DNS itself: what waits for a slow server
 * then holds up nobody else, as the look-ups of the operating system would, of which few run at the same time.
 */
export function guardedLookup({ servers, isAllowed = isPublicAddress }: Settings = {}): Lookup {
  const resolver = new Resolver(patience);
  if (servers) resolver.setServers(servers);

  async function judged(hostname: string) {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
    const [first] = answers;
    if (found.length === 0) throw first.status === 'rejected' ? first.reason : new AddressRefused();
    if (!found.every(({ address }) => isAllowed(address))) throw new AddressRefused();
    return found;
  }

  const judgedBack = callbackify(judged);

  return {
    lookup: (hostname, options, callback) =>
      judgedBack(hostname, (error, found) => {
        if (error) {
          callback(error, []);
          return;
        }
        const [first] = found;
        if (options.all || !first) callback(null, found);
        else callback(null, first.address, first.family);
      }),
    cancel: () => resolver.cancel(),
  };
}
