/** What tells that a request repeats another one: hashes (SHA-256, in hex), so that neither key nor body is kept. */
export interface Idempotency {
  /** Of the Idempotency-Key. */
  key: string;
  /** Of what the request asks for. */
  fingerprint: string;
}
