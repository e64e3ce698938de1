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
  /** What is sent as form data: fields, and a file under a name. */
  form?: { fields: [string, string][]; name: string; file: string } | undefined;
  /** Whether the response has a body. */
  hasResponseBody: boolean;
}

/** The code that sends a request, in every language. */
export declare function samplesOf(request: SampleRequest): { sh: string; js: string; python: string };
