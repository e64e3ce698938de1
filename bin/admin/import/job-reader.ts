/** A job of a file. It is unvalidated: the service reports its errors. */
export interface FileJob {
  line: number;
  job: unknown;
}

/** Reports a line without a job. */
export type Refuse = (line: number, message: string) => void;

export type JobReader = (text: AsyncIterable<string>, refuse: Refuse) => AsyncGenerator<FileJob>;
