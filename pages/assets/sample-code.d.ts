/** One request, independent of the language of the sample. */
export interface SampleRequest {
  method: string;
  address: string;
  /** Whether the API key is sent. */
  signed: boolean;
  headers: [string, string][];
  body: object | undefined;
  /** The name of the file that is sent as the body. */
  file: string | undefined;
  /** The form data to send: fields, and a named file. */
  form?: { fields: [string, string][]; name: string; file: string } | undefined;
  /** Whether the response has a body. */
  hasResponseBody: boolean;
}

/** The code that sends a request, in every language. */
export declare function samplesOf(request: SampleRequest): { sh: string; js: string; python: string };
