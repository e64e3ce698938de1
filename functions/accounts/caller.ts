import type { Incoming } from '../http/incoming.ts';
import type { Author } from '../platform/dynamodb/last-write.ts';
import type { KeyedServices } from './access.ts';
import type { RateLimitStatus } from './domain/allowance.ts';
import type { ApiKey } from './domain/api-key.ts';
import type { Employer } from './domain/employer.ts';

/** The sender of a request with an API key. */
export interface Caller {
  /**
   * The account that the request is about: an employer, which a partner's key names by Employer-Id, or the partner
   * itself.
   */
  account: Employer;
  key: Pick<ApiKey, 'id' | 'permissions' | 'expiresAt'>;
  /** The author of the request's writes, for the event log. */
  author: Author;
}

/** A caller while its request is in the chain. */
export interface ChainCaller extends Caller {
  /** The rate-limit bucket: the id of the key's account, for a partner also that of the employer. */
  bucket: string;
  /** The requests counted so far; absent when RATE_LIMITS is off or the bucket could not be read. */
  counted?: { status: RateLimitStatus; requests: number };
  /** The pending write that records the use of the key. */
  marking?: Promise<void>;
}

/** An event of an operation that needs an API key. */
export type KeyedEvent = Omit<Incoming, 'caller' | 'services'> & {
  /** Set by `authenticate`. */
  caller?: ChainCaller;
  services: KeyedServices;
};
