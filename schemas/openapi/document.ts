/** A schema of the document: JSON Schema 2020-12 with `$ref` to components. */
export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  enum?: readonly (string | number | null)[];
  default?: string | number | boolean | null;
  format?: string;
  contentEncoding?: string;
  contentMediaType?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  readOnly?: boolean;
  /** The present values of a response field, to which more may be added. */
  'x-extensible-enum'?: readonly (string | number)[];
  'x-enum-varnames'?: readonly string[];
  'x-enum-descriptions'?: readonly string[];
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  required?: true;
  style?: 'form';
  explode?: boolean;
  schema: Schema;
  example?: string | number;
}

interface MediaType {
  schema: Schema;
  example?: object;
  examples?: Record<string, Reference>;
}

export interface Response {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, MediaType>;
}

export interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  security: Record<string, []>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response | Reference>;
  callbacks?: Record<string, Record<string, Record<string, OperationObject>>>;
}

/** The subset of OpenAPI 3.1 that this service's document uses. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: [{ url: string; description: string }];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    headers: Record<string, { description: string; schema: Schema; example: string | number }>;
    examples: Record<string, { summary: string; value: unknown }>;
    securitySchemes: Record<string, object>;
  };
}

/** The responses of an operation by status, with references to shared responses resolved. */
export const responsesIn = (
  { components }: Pick<OpenApiDocument, 'components'>,
  { responses }: OperationObject,
): Record<string, Response> =>
  Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [
      status,
      '$ref' in response ? (components.responses[nameIn(response)] as Response) : response,
    ]),
  );

/** The name that a reference points to. */
export const nameIn = ({ $ref }: Reference): string => $ref.slice($ref.lastIndexOf('/') + 1);
