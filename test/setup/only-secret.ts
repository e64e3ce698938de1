import type { ServiceSecrets } from '../../functions/platform/crypto/signature.ts';

/** The secrets of a service whose secret was never rotated. */
export const singleSecret = (bytes: Uint8Array): ServiceSecrets => [{ number: 1, bytes, until: Infinity }];
