import type { Warning } from '../validation/submission.ts';

/** The result of an operation. The default status is that of its row. */
export interface OperationResult {
  status?: number;
  /** The id of its job. */
  id?: number;
  /** The number of created jobs, for the log. */
  created?: number;
  /** Unexpected errors of operations in a batch, for the log. */
  faults?: readonly unknown[];
  headers?: Record<string, string>;
  warnings?: readonly Warning[];
  body?: unknown;
  /** The body as JSON, if it is already serialized. */
  text?: string;
  /** When the content of the body last changed, in seconds since 1970; null when unknown. */
  modifiedAt?: number | null;
}

/** The body of a response as sent. */
export const textOf = ({ body, text }: OperationResult): string | undefined =>
  text ?? (body === undefined ? undefined : JSON.stringify(body));
