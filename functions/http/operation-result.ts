import type { Warning } from '../validation/submission.ts';

/** What an operation returns. The status defaults to the one in the table of operations. */
export interface OperationResult {
  status?: number;
  /** The id of the job that it is about. */
  id?: number;
  /** How many jobs were created: for the log. */
  created?: number;
  /** What operations of a batch ended with that is no response of its own: for the log. */
  faults?: readonly unknown[];
  headers?: Record<string, string>;
  warnings?: readonly Warning[];
  body?: unknown;
  /** The body as JSON, if it was already serialized. */
  text?: string;
  /** When the content of the body was last changed, in seconds since 1970; null if unknown. */
  modifiedAt?: number | null;
}

/** The body of a response as it is sent. */
export const textOf = ({ body, text }: OperationResult): string | undefined =>
  text ?? (body === undefined ? undefined : JSON.stringify(body));
