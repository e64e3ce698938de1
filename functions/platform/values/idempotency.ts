/** Identifies a repeated request by hashes (SHA-256, in hex), so that neither the key nor the body is stored. */
export interface Idempotency {
  /** The hash of the Idempotency-Key. */
  key: string;
  /** The hash of the content of the request. */
  fingerprint: string;
}
