/** An error that S3 answers in XML, with its code. */
export class UploadRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** What S3 answers to form data that it cannot read. */
export const malformedUpload = () =>
  new UploadRefusal(
    400,
    'MalformedPOSTRequest',
    'The body of your POST request is not well-formed multipart/form-data.',
  );
